import { schemaKey } from "@keywright/generate/contract";
import { paginationRow, styleOf } from "@keywright/generate/pagination";
import { block, cell, code, page, prose, table, tabs } from "../markdown.ts";
import { addressText, type ContractDocument, type DocumentedOperation, type Json, resolve } from "./document.ts";
import { badges, memberTable } from "./schema-page.ts";
import { boundsText, typeText } from "./schema-text.ts";

/**
 * The page of an operation: the request, who may send it, a call, what goes in, what comes out.
 *
 * @param example A call of the client's method.
 */
export function operationPage(document: ContractDocument, operation: DocumentedOperation, example: string | undefined): string {
  const { id, method, node } = operation;
  return page([
    "---\noutline: [2, 3]\n---",
    `# ${id}`,
    prose(node["summary"]),
    `<div class="request"><span class="method ${method.toLowerCase()}">${method}</span> ${code(addressText(operation))}</div>`,
    prose(node["description"]),
    factList(document, node),
    "## Call",
    example === undefined ? undefined : block("ts", example),
    `Types: [${methodsOf(document)}.${id}](/api/@keywright/${document.service}/interfaces/${methodsOf(document)}#${id.toLowerCase()}).`,
    addressInput(node),
    parameters(document, node),
    requestBody(document, node),
    responses(document, node),
  ]);
}

/** The interface that has the client's methods. */
function methodsOf({ service }: ContractDocument): string {
  return `${service.charAt(0).toUpperCase()}${service.slice(1)}Operations`;
}

function factList(document: ContractDocument, node: Json): string {
  const pagination = node["x-pagination"] as Json | undefined;
  const facts = [
    securityText(document, node),
    repeatText(node),
    ...(pagination === undefined ? [] : [prose(styleOf(pagination).text(paginationRow(pagination)))]),
  ];
  const marks = badges(node);
  return [...facts.map((fact) => `- ${fact}`), ...(marks === "" ? [] : [`- Not all of it is in the service's own description: ${marks}.`])].join("\n");
}

/** What an operation needs: its alternatives, each with all that is sent together. */
function securityText(document: ContractDocument, node: Json): string {
  const requirements = (node["security"] ?? document.root["security"] ?? []) as readonly Json[];
  const alternatives = requirements.filter((requirement) => Object.keys(requirement).length > 0);
  if (alternatives.length === 0) return "Needs no token.";
  const words = alternatives.map((requirement) =>
    Object.entries(requirement)
      .map(([name, scopes]) => credentialText(document, name, scopes as readonly string[]))
      .join(" and "),
  );
  return alternatives.length === requirements.length ? `Needs ${words.join(", or ")}.` : `Takes ${words.join(", or ")}, and answers without it, too.`;
}

function credentialText(document: ContractDocument, name: string, scopes: readonly string[]): string {
  const scheme = resolve(document, ((document.root["components"] as Json)["securitySchemes"] as Json)[name]);
  if (scheme["type"] === "apiKey") return `the API key ${code(name)} in the ${String(scheme["in"])} ${code(String(scheme["name"]))}`;
  if (String(scheme["scheme"]).toLowerCase() === "basic")
    return requiredByFlow(document) ? "client id and client secret, as Basic credentials" : `user name and password, as Basic credentials ${code(name)}`;
  const wanted = scopes.map((scope) => code(scope)).join(" and ");
  return wanted === "" ? "a bearer token" : `a bearer token with ${wanted}`;
}

/** Whether Basic credentials are those of an application at the token endpoint of OAuth 2. */
function requiredByFlow({ root }: ContractDocument): boolean {
  return Object.values((root["components"] as Json)["securitySchemes"] as Json).some((scheme) => (scheme as Json)["type"] === "oauth2");
}

function repeatText(node: Json): string {
  if (node["x-retry"] === "safe") return "Safe to repeat: the client does so by itself after a failure.";
  return node["x-retry"] === "with-key"
    ? "Safe to repeat with its idempotency key: the client makes one for each call and repeats it by itself after a failure."
    : "Not repeated by the client, unless it is known not to have happened.";
}

function addressInput(node: Json): string {
  const name = node["x-address"];
  return name === undefined
    ? ""
    : `## Address\n\n${code(String(name))} is the address from a response of the service. It must be at the origin of \`baseUrl\`.`;
}

function parameters(document: ContractDocument, node: Json): string {
  const rows = ((node["parameters"] ?? []) as readonly unknown[]).map((parameter) => {
    const { name, in: place, required, schema: plain, description, content: media = {}, ...rest } = resolve(document, parameter);
    const [json] = Object.values(media as { readonly [mediaType: string]: Json });
    const schema = plain ?? json?.["schema"];
    const { example: shown } = rest;
    const example = shown === undefined ? "" : `Example: ${code(Object(shown) === shown && !Array.isArray(shown) ? JSON.stringify(shown) : String(shown))}.`;
    return [
      `${code(String(name))}${required === true ? '<br><small class="required">required</small>' : ""}`,
      String(place),
      typeText(schema),
      [cell(description), ...boundsText(resolve(document, schema)), example, badges(rest)].filter((part) => part !== "").join(" "),
    ];
  });
  return rows.length === 0 ? "" : `## Parameters\n\n${table(["Name", "In", "Type", "What it is"], rows)}`;
}

function requestBody(document: ContractDocument, node: Json): string {
  if (node["requestBody"] === undefined) return "";
  const body = resolve(document, node["requestBody"]);
  return page(["## Body", prose(body["description"]), content(document, body["content"])]).trimEnd();
}

function responses(document: ContractDocument, node: Json): string {
  const answers = Object.entries(node["responses"] as Json).map(([status, value]) => ({ status, answer: resolve(document, value) }));
  const successes = answers.filter(({ status }) => status.startsWith("2"));
  const refusals = answers.filter(({ status }) => !status.startsWith("2"));
  return page([
    ...successes.map(({ status, answer }) =>
      page([`## Answer ${status}`, prose(answer["description"]), headers(document, answer), content(document, answer["content"])]).trimEnd(),
    ),
    refusals.length === 0 ? undefined : "## Refusals",
    table(
      ["Status", "When", "Body"],
      refusals.map(({ status, answer }) => [`**${status}**`, cell(answer["description"]), bodyTypes(answer["content"])]),
    ),
    tabs(
      refusals.flatMap(({ status, answer }) =>
        examplesOf(document, answer["content"])
          .slice(0, 1)
          .map(({ language, text }) => block(language, text, status)),
      ),
    ),
  ]).trimEnd();
}

function headers(document: ContractDocument, answer: Json): string {
  const rows = Object.entries((answer["headers"] ?? {}) as Json).map(([name, value]) => {
    const { schema, description } = resolve(document, value);
    return [code(name), typeText(schema), cell(description)];
  });
  return table(["Header", "Type", "What it is"], rows);
}

function content(document: ContractDocument, value: unknown): string {
  const [[mediaType, media] = []] = Object.entries((value ?? {}) as Json);
  if (mediaType === undefined) return "";
  const { schema } = media as Json;
  const members = schemaKey(schema) === undefined ? memberTable(document, schema) : "";
  return page([
    `${code(mediaType)}: ${typeText(schema)}`,
    members,
    tabs(examplesOf(document, value).map(({ language, text, label }) => block(language, text, label))),
  ]).trimEnd();
}

function bodyTypes(value: unknown): string {
  const types = Object.values((value ?? {}) as Json).map((media) => typeText((media as Json)["schema"]));
  return types.join(", ");
}

/** The examples of a body, as they are on the wire. */
function examplesOf(document: ContractDocument, value: unknown): { readonly language: string; readonly text: string; readonly label: string }[] {
  return Object.entries((value ?? {}) as Json).flatMap(([mediaType, media]) => {
    const { example, examples = example === undefined ? {} : { example: { value: example } } } = media as Json;
    const isJson = /[/+]json$/.test(mediaType);
    return Object.entries(examples as Json).map(([label, holder]) => {
      const shown = resolve(document, holder)["value"];
      if (isJson) return { language: "json", text: JSON.stringify(shown, undefined, 2), label };
      const isForm = mediaType === "application/x-www-form-urlencoded" && typeof shown === "object";
      return { language: "text", text: isForm ? String(new URLSearchParams(shown as Record<string, string>)) : String(shown), label };
    });
  });
}
