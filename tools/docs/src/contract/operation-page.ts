import { type ContractOperation, type Json, schemaKey } from "@keywright/generate/contract";
import { paginationRow, styleOf } from "@keywright/generate/pagination";
import type { Service } from "@keywright/tool-mocks/clients";
import { block, cell, code, frontMatter, page, prose, table, tabs } from "./markdown.ts";
import type { Sample } from "./samples.ts";
import { addressText, resolve, titleOf } from "./document.ts";
import { badges, boundsText, nameCell, noteCell, propertyTable, typeText } from "./schema-text.ts";

/** The page of an operation: the request, who may send it, a call, its input, and each response. */
export function operationPage(service: Service, operation: ContractOperation, sample: Sample | undefined): string {
  const { id, method, definition } = operation;
  return page([
    `${frontMatter({ title: `${id}, ${titleOf(service)}`, description: definition["summary"] })}# ${id}`,
    prose(definition["summary"]),
    `<div class="request"><span class="method ${method.toLowerCase()}">${method}</span> ${code(addressText(operation))}</div>`,
    prose(definition["description"]),
    factList(service, operation),
    "## Request",
    sample && tabs([...(sample.typescript === undefined ? [] : [block("ts", sample.typescript, "TypeScript")]), block("sh", sample.curl, "curl")]),
    `The types are those of [${id} in @keywright/${service.name}](/api/@keywright/${service.name}#${id.toLowerCase()}).`,
    addressInput(operation),
    parameters(service, operation),
    requestBody(service, operation),
    responses(service, operation),
  ]);
}

function factList(service: Service, { definition, pagination, security }: ContractOperation): string {
  const pages = pagination === undefined ? "" : prose(styleOf(pagination).text(paginationRow(pagination)));
  const facts = [securityText(service, security), retryText(definition["x-retry"]), pages, badges(definition)];
  return facts.flatMap((fact) => (fact === "" ? [] : [`- ${fact}`])).join("\n");
}

/** The credentials of an operation: its alternatives, each with all that are sent together. */
function securityText(service: Service, requirements: readonly Json[]): string {
  const words = requirements
    .map((requirement) => Object.entries(requirement).map(([name, scopes]) => credentialText(service, name, scopes as readonly string[])))
    .flatMap((credentials) => (credentials.length === 0 ? [] : credentials.join(" and ")));
  if (words.length === 0) return "Needs no token.";
  return words.length === requirements.length ? `Needs ${words.join(", or ")}.` : `Accepts ${words.join(", or ")}; also works without.`;
}

function credentialText(service: Service, name: string, scopes: readonly string[]): string {
  const schemes = (service.document["components"] as Json)["securitySchemes"] as Json;
  const { type, scheme, in: place, name: parameter } = resolve(service, schemes[name]);
  if (type === "apiKey") return `the API key ${code(name)} in the ${String(place)} ${code(String(parameter))}`;
  // An application at the token endpoint of OAuth 2 sends its id and secret as Basic credentials.
  const isClient = Object.values(schemes as { readonly [name: string]: Json }).some((one) => one["type"] === "oauth2");
  if (String(scheme).toLowerCase() === "basic")
    return isClient ? "client id and client secret, as Basic credentials" : `user name and password, as Basic credentials ${code(name)}`;
  return `a bearer token${scopes.length === 0 ? "" : ` with ${scopes.map((scope) => code(scope)).join(" and ")}`}`;
}

function retryText(retry: unknown): string {
  if (retry === "safe") return "The client retries it after a failure.";
  return retry === "with-key"
    ? "The client retries it after a failure, with the same idempotency key, so that it happens once."
    : "Not retried unless the client knows that the server did not process it.";
}

function addressInput({ address }: ContractOperation): string {
  return address === undefined ? "" : `## Address\n\n${code(address)} is an address from a response of the service. It must have the origin of \`baseUrl\`.`;
}

function parameters(service: Service, operation: ContractOperation): string {
  const rows = operation.parameters.map(({ name, in: place, required, schema: plain, description, content: media = {}, ...rest }) => {
    const [json] = Object.values(media as { readonly [mediaType: string]: Json });
    const schema = plain ?? json?.["schema"];
    const { example: shown } = rest;
    const example = shown === undefined ? "" : `Example: ${code(Object(shown) === shown && !Array.isArray(shown) ? JSON.stringify(shown) : String(shown))}.`;
    return [
      nameCell(String(name), required === true),
      String(place),
      typeText(schema),
      noteCell(description, ...boundsText(resolve(service, schema)), example, badges(rest)),
    ];
  });
  return rows.length === 0 ? "" : page(["## Parameters", table(["Name", "In", "Type", "Description"], rows)]);
}

function requestBody(service: Service, { body }: ContractOperation): string {
  return body === undefined ? "" : page(["## Request body", prose(body["description"]), content(service, body["content"])]);
}

function responses(service: Service, operation: ContractOperation): string {
  const all = Object.entries(operation.responses);
  const errors = all.filter(([status]) => !status.startsWith("2"));
  return page([
    ...all
      .filter(([status]) => status.startsWith("2"))
      .map(([status, response]) =>
        page([`## Response ${status}`, prose(response["description"]), headers(service, response), content(service, response["content"])]),
      ),
    errors.length === 0 ? undefined : "## Errors",
    table(
      ["Status", "When", "Body"],
      errors.map(([status, response]) => [`**${status}**`, cell(response["description"]), bodyTypes(response["content"])]),
    ),
    tabs(
      errors.flatMap(([status, response]) => {
        const [example] = examplesOf(service, response["content"]);
        return example === undefined ? [] : [block(example.language, example.text, status)];
      }),
    ),
  ]);
}

function headers(service: Service, response: Json): string {
  const rows = Object.entries((response["headers"] ?? {}) as Json).map(([name, value]) => {
    const { schema, description } = resolve(service, value);
    return [code(name), typeText(schema), cell(description)];
  });
  return table(["Header", "Type", "Description"], rows);
}

function content(service: Service, value: unknown): string {
  const [[mediaType, media] = []] = Object.entries((value ?? {}) as Json);
  if (mediaType === undefined) return "";
  const { schema } = media as Json;
  return page([
    `${code(mediaType)}: ${typeText(schema)}`,
    schemaKey(schema) === undefined ? propertyTable(service, schema) : "",
    tabs(examplesOf(service, value).map(({ language, text, label }) => block(language, text, label))),
  ]);
}

function bodyTypes(value: unknown): string {
  return Object.values((value ?? {}) as { readonly [mediaType: string]: Json })
    .map(({ schema }) => typeText(schema))
    .join(", ");
}

/** The examples of a body, as they are sent. */
function examplesOf(service: Service, value: unknown): { readonly language: string; readonly text: string; readonly label: string }[] {
  return Object.entries((value ?? {}) as Json).flatMap(([mediaType, media]) => {
    const { example, examples = example === undefined ? {} : { example: { value: example } } } = media as Json;
    const isJson = /[/+]json$/.test(mediaType);
    return Object.entries(examples as Json).map(([label, holder]) => {
      const shown = resolve(service, holder)["value"];
      if (isJson) return { language: "json", text: JSON.stringify(shown, undefined, 2), label };
      const isForm = mediaType === "application/x-www-form-urlencoded" && typeof shown === "object";
      return { language: "text", text: isForm ? String(new URLSearchParams(shown as Record<string, string>)) : String(shown), label };
    });
  });
}
