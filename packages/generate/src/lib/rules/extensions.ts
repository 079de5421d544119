import type { Location, Oas3Rule, UserContext } from "@redocly/openapi-core";
import { isObject, type Json } from "../contract/json.ts";

/** The extensions, each with the kinds of objects that may have it; without a list any may. */
export const PLACES_BY_EXTENSION: ReadonlyMap<string, readonly string[] | undefined> = new Map([
  ["x-address", ["Operation"]],
  ["x-retry", ["Operation"]],
  ["x-pagination", ["Operation"]],
  ["x-feed", ["Operation"]],
  ["x-poll", ["Operation"]],
  ["x-error", ["Root"]],
  ["x-ecs", ["Root", "Schema"]],
  ["x-ocsf", ["Root", "Schema"]],
  ["x-advice", ["Schema"]],
  ["x-exclusive", ["Schema"]],
  ["x-expected", ["Schema"]],
  ["x-first-wins", ["Schema"]],
  ["x-opposite", ["Schema"]],
  ["x-secret", ["Schema"]],
  ["x-filter", ["Parameter"]],
  ["x-idempotency-key", ["Parameter"]],
  ["x-name", ["Server"]],
  ["x-source", undefined],
]);

/**
 * Contracts have only defined extensions, in supported places, with valid values.
 * Other rules check some values. A foreign contract may have others, and ours elsewhere.
 */
export const extensions: Oas3Rule = ({ foreign = false }) => ({
  any(node, context) {
    // The keys of a map, such as properties, are names and not extensions.
    if (isObject(node) && context.type.extensionsPrefix !== undefined) checkExtensions(context, node, context.location, foreign);
  },
  ref(node, context) {
    checkExtensions(context as UserContext, node as unknown as Json, context.rawLocation, foreign);
  },
});

/** Extensions that clients do not read, or accept with any value: a secret is always masked. */
const ANY_VALUE = ["x-secret", "x-source"];

function checkExtensions(context: UserContext, node: Json, location: Location, foreign: boolean): void {
  for (const name of Object.keys(node)) {
    if (!name.startsWith("x-")) continue;
    const at = location.child([name]);
    const places = PLACES_BY_EXTENSION.get(name);
    if (foreign && (ANY_VALUE.includes(name) || places?.includes(context.type.name) !== true)) continue;
    if (!PLACES_BY_EXTENSION.has(name)) {
      context.report({
        message: `An extension must be one of ${[...PLACES_BY_EXTENSION.keys()].join(", ")}; got ${name}. Correct its name. A new one needs a rule and a row in specs/README.md.`,
        location: at.key(),
      });
    } else if (places !== undefined && !places.includes(context.type.name)) {
      context.report({
        message: `${name} must be on ${places.join(" or ")}; got it on ${context.type.name}, where nothing reads it. Move or remove it.`,
        location: at.key(),
      });
    } else {
      const problem = CHECKS[name]?.(node[name], node);
      if (typeof problem === "string") context.report({ message: problem, location: at });
    }
  }
}

/** Checks of values. Each returns the problem, with what to do; `undefined` for a valid value. */
const CHECKS: Readonly<Record<string, (value: unknown, node: Json) => string | false | undefined>> = {
  "x-secret": (value) => value !== true && `x-secret must be true; got ${JSON.stringify(value)}. Remove it if the value is not secret.`,
  "x-first-wins": (value, node) =>
    (value !== true || node["x-exclusive"] === undefined) &&
    `x-first-wins must be true, next to x-exclusive; got ${JSON.stringify(value)}. Remove it if the service rejects several alternatives.`,
  "x-idempotency-key": (value, node) =>
    (value !== true || node["in"] !== "header") &&
    `x-idempotency-key must be true, on a header parameter; got ${JSON.stringify(value)} on a parameter in ${JSON.stringify(node["in"])}. Remove it if the client makes no key.`,
  "x-name": (value) =>
    (typeof value !== "string" || !/^[a-z][a-zA-Z\d]*$/.test(value)) &&
    `x-name must be an identifier in lower camel case, such as uploads: the name of the server in a client's options; got ${JSON.stringify(value)}. Correct it.`,
  "x-advice": (value, node) =>
    (isBlank(value) || node["pattern"] === undefined) &&
    `x-advice must be a string, next to a pattern; got ${JSON.stringify(value)}. Correct it, or add the pattern.`,
  "x-expected": (value, node) =>
    (isBlank(value) || typeof node["pattern"] !== "string") &&
    `x-expected must be words next to a pattern, such as "a UUID"; got ${JSON.stringify(value)} next to the pattern ${JSON.stringify(node["pattern"])}. Messages have "must be" before it.`,
  "x-opposite": oppositeProblem,
  "x-poll": (value) => shapeProblem("x-poll", value),
  "x-error": (value) => shapeProblem("x-error", value),
  "x-source": sourceProblem,
};

function sourceProblem(value: unknown, node: Json): string | undefined {
  if (typeof node["operationId"] === "string") {
    return isObject(value) && Object.entries(value).every(([rule, text]) => /^[a-z][a-z\d-]*$/.test(rule) && isText(text))
      ? undefined
      : `x-source of an operation must be its rules, each with a sentence: { cursor-account: a cursor of another account is 400 }; got ${JSON.stringify(value)}. Correct it.`;
  }
  if (value !== "public" && value !== "chosen") {
    return `x-source must be public (a public fact) or chosen (our choice); got ${JSON.stringify(value)}. Remove it if the service documents the statement.`;
  }
  return isBlank(node["description"])
    ? `x-source: ${value} needs a description next to it; got none. Add one, and a row in specs/README.md that has the reason.`
    : undefined;
}

function oppositeProblem(value: unknown, node: Json): string | undefined {
  const branches = [node, ...(Array.isArray(node["anyOf"]) ? node["anyOf"] : [])];
  const known = branches.flatMap((branch) => (isObject(branch) && Array.isArray(branch["enum"]) ? branch["enum"] : []));
  const wrong = isObject(value) ? Object.entries(value).filter(([one, other]) => one === other || !known.includes(one) || !known.includes(other)) : [value];
  if (wrong.length === 0) return undefined;
  return `x-opposite must be pairs of values of the enumeration, such as { grant: revoke }; got ${JSON.stringify(wrong[0])}. Correct or remove it.`;
}

function isBlank(value: unknown): boolean {
  return typeof value !== "string" || value.trim() === "";
}

/** Checks of an extension's properties. A JSON pointer begins with a slash. */
const SHAPES = {
  "x-poll": { operation: isText, input: isPointers, state: isPointer, done: isTexts, failed: isTexts },
  "x-error": { message: isPlaces, code: isPlaces, traceId: isPlaces, fields: isFields },
};

function shapeProblem(name: "x-poll" | "x-error", value: unknown): string | undefined {
  const shape: { readonly [property: string]: (value: unknown) => boolean } = SHAPES[name];
  const wrong = isObject(value) ? Object.keys(value).filter((property) => shape[property]?.(value[property]) !== true) : ["its value"];
  if (isObject(value) && name === "x-poll" && value["operation"] === undefined) wrong.push("operation");
  if (wrong.length === 0) return undefined;
  return `${name} has ${Object.keys(shape).join(", ")}, with JSON pointers such as "/state" for places; got a wrong or missing ${wrong.join(", ")}. See specs/README.md.`;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isText);
}

function isPointer(value: unknown): boolean {
  return typeof value === "string" && value.startsWith("/");
}

function isPlaces(value: unknown): boolean {
  return isPointer(value) || (Array.isArray(value) && value.length > 0 && value.every(isPointer));
}

function isPointers(value: unknown): boolean {
  return isObject(value) && Object.values(value).every(isPointer);
}

function isFields(value: unknown): boolean {
  return (
    isObject(value) && isPointer(value["list"]) && Object.entries(value).every(([member, at]) => ["list", "field", "message"].includes(member) && isPointer(at))
  );
}
