import type { Oas3Rule, UserContext } from "@redocly/openapi-core";
import { isObject } from "../contract/json.ts";
import { descend, entriesOf } from "../places/places.ts";
import { isJson } from "../contract/media-type.ts";

/** Every parameter has a description and an example. */
export const parameterExamples: Oas3Rule = () => ({
  Parameter(parameter, context) {
    const location = context.location.child(["name"]);
    if (typeof parameter.description !== "string" || parameter.description.trim() === "") {
      context.report({
        message: `Parameter ${parameter.name} needs a description (meaning, unit, range, default); got none. Add one.`,
        location,
      });
    }
    if (parameter.example === undefined && !hasProperties(parameter.examples)) {
      context.report({ message: `Parameter ${parameter.name} needs a realistic example; got none. Add example next to its schema.`, location });
    }
  },
});

/** Every body has named examples; text may have a single one, bytes have none. */
export const bodyExamples: Oas3Rule = () => ({
  RequestBody: (body, context) => checkContent(context, body, "a request"),
  Response: (response, context) => checkContent(context, response, "a response"),
});

function checkContent(context: UserContext, holder: unknown, kind: string): void {
  for (const [mediaType, content] of entriesOf(context, descend(context, { node: holder, location: context.location }, "content"))) {
    const schema = descend(context, content, "schema")?.node;
    if (!isObject(content.node) || (isObject(schema) && schema["format"] === "binary") || isBytes(mediaType)) continue;
    if (hasProperties(content.node["examples"]) || (!isJson(mediaType) && content.node["example"] !== undefined)) continue;
    context.report({
      message: `The ${mediaType} body of ${kind} needs at least one named example; got none. Add examples next to its schema.`,
      location: content.location.key(),
    });
  }
}

/**
 * Whether a body cannot have an example in JSON or text: bytes, and multipart bodies with files.
 */
function isBytes(mediaType: string): boolean {
  return !/^text\/|json|xml|x-www-form-urlencoded|jsonl/i.test(mediaType);
}

function hasProperties(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length > 0;
}
