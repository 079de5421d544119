/** A feature of OpenAPI, and whether it is supported. */
export interface Supported {
  readonly area: "parameters" | "bodies" | "responses" | "security" | "pagination" | "names" | "servers" | "secrets" | "documents";
  readonly feature: string;
  /** `no`: `npx pnpm check contracts` reports it, with its place. `ignored`: it has no effect. */
  readonly support: "yes" | "no" | "ignored";
  /** Details, or the reason. */
  readonly note?: string;
}

/** The features that a contract may use, for the README of `@keywright/generate`. The tests of the features show that each row is true. */
export const SUPPORT: readonly Supported[] = [
  { area: "documents", feature: "OpenAPI 3.1 and 3.2", support: "yes" },
  { area: "documents", feature: "another version", support: "no", note: "its schemas are not JSON Schema" },
  { area: "documents", feature: "several files, `$ref` to any of them, path items that are references", support: "yes" },
  { area: "documents", feature: "references into `paths`", support: "no", note: "types have the names of components" },
  { area: "documents", feature: "circular references without a value", support: "no" },
  { area: "documents", feature: "references without a target", support: "no" },
  { area: "documents", feature: "a schema keyword with an invalid value", support: "no", note: "it would check nothing" },
  { area: "documents", feature: "invalid YAML", support: "no" },
  { area: "documents", feature: "`webhooks`, `callbacks`, `links`", support: "ignored", note: "a client receives no calls and follows no links" },
  { area: "documents", feature: "GET, PUT, POST, PATCH, DELETE", support: "yes" },
  { area: "documents", feature: "HEAD", support: "yes", note: "returns nothing; `raw` has status and headers" },
  { area: "documents", feature: "OPTIONS, TRACE", support: "no", note: "their response has no result" },
  { area: "documents", feature: "`deprecated` operations, parameters and schemas", support: "yes", note: "`@deprecated` in the documentation" },
  { area: "documents", feature: "undefined `x-` extensions", support: "no" },
  { area: "documents", feature: "unused components", support: "no" },
  { area: "documents", feature: "an operation without `x-retry`", support: "no" },
  { area: "documents", feature: "operations at an address from a response (`x-address`)", support: "yes" },
  { area: "parameters", feature: "in path, query, header and cookie", support: "yes" },
  { area: "parameters", feature: "arrays and objects, in every style of OpenAPI 3.1 for the place", support: "yes" },
  { area: "parameters", feature: "a style for a value that it does not support", support: "no" },
  { area: "parameters", feature: "nested arrays and objects, except as JSON", support: "no", note: "OpenAPI 3.1 defines no style for it" },
  { area: "parameters", feature: "`content: application/json`", support: "yes" },
  { area: "parameters", feature: "`content` of another media type", support: "no" },
  { area: "parameters", feature: "names that need encoding", support: "yes" },
  { area: "parameters", feature: "`allowReserved` in the query", support: "yes" },
  { area: "parameters", feature: "`allowReserved` elsewhere", support: "no" },
  { area: "parameters", feature: "a path parameter that is not required", support: "no" },
  { area: "parameters", feature: "names that HTTP does not allow", support: "no" },
  { area: "parameters", feature: "headers that the platform sets", support: "no" },
  {
    area: "parameters",
    feature: "the headers `Accept`, `Authorization`, `Content-Type`",
    support: "ignored",
    note: "as OpenAPI defines; the contract has media types and security for them",
  },
  { area: "parameters", feature: "of a path item, for all its operations", support: "yes" },
  { area: "parameters", feature: "64-bit integers, as decimal strings", support: "yes" },
  { area: "parameters", feature: "64-bit integers in `content: application/json`", support: "no" },
  { area: "parameters", feature: "a header with `x-idempotency-key`, made by the client", support: "yes" },
  { area: "bodies", feature: "JSON in any spelling, such as `application/merge-patch+json` or with a charset", support: "yes" },
  { area: "bodies", feature: "an object, an array, a map, a scalar, null", support: "yes" },
  { area: "bodies", feature: "`oneOf` and `anyOf`, with and without a discriminator", support: "yes" },
  { area: "bodies", feature: "a body of GET", support: "no", note: "fetch does not send it" },
  {
    area: "bodies",
    feature: "`readOnly` and `writeOnly`",
    support: "yes",
    note: "a schema of both directions becomes two: `Item` and `ItemRequest`",
  },
  { area: "bodies", feature: "a form, with arrays, and objects as JSON or deepObject", support: "yes", note: "a `oneOf` needs a discriminator" },
  { area: "bodies", feature: "an encoding without a property", support: "no" },
  { area: "bodies", feature: "a form that is not an object", support: "no" },
  { area: "bodies", feature: "a form that is a `oneOf` without a discriminator", support: "no" },
  { area: "bodies", feature: "`multipart/form-data`: files, lists of files, JSON parts", support: "yes" },
  { area: "bodies", feature: "headers and styles of parts", support: "no" },
  { area: "bodies", feature: "parts without names", support: "no" },
  { area: "bodies", feature: "`multipart/mixed`, XML as an object", support: "no" },
  { area: "bodies", feature: "bytes, text, CSV, XML as text", support: "yes" },
  { area: "bodies", feature: "JSON lines, streamed", support: "yes" },
  { area: "bodies", feature: "several media types, each of bytes", support: "yes", note: "the `Blob` has the media type" },
  { area: "bodies", feature: "several media types of JSON with one schema", support: "yes", note: "a method sends the first" },
  { area: "bodies", feature: "several other media types", support: "no", note: "a method sends one" },
  { area: "bodies", feature: "64-bit integers in JSON, and in fields of a form or of a multipart body", support: "yes", note: "decimal strings" },
  { area: "bodies", feature: "64-bit integers in NDJSON, and in JSON inside a form or a multipart body", support: "no" },
  { area: "bodies", feature: "merge patches", support: "yes", note: "optional properties may be null" },
  { area: "bodies", feature: "`x-exclusive`", support: "yes", note: "properties that exclude each other" },
  { area: "responses", feature: "JSON in any spelling", support: "yes" },
  { area: "responses", feature: "several successful statuses and media types, distinguished by `status` and `mediaType`", support: "yes" },
  { area: "responses", feature: "`2XX` or `default` alone", support: "yes" },
  { area: "responses", feature: "`2XX` together with another successful status", support: "no" },
  { area: "responses", feature: "no successful status", support: "no" },
  { area: "responses", feature: "one media type twice", support: "no" },
  { area: "responses", feature: "202 and a result that is polled (`x-poll`)", support: "yes" },
  { area: "responses", feature: "an `x-poll` without an end", support: "no" },
  { area: "responses", feature: "a redirect as the result, with its `Location`", support: "yes" },
  { area: "responses", feature: "a redirect without a documented `Location`", support: "no" },
  { area: "responses", feature: "bytes, streamed and by range", support: "yes" },
  { area: "responses", feature: "text", support: "yes" },
  { area: "responses", feature: "bytes or text with another schema", support: "no" },
  { area: "responses", feature: "JSON without a schema", support: "no" },
  { area: "responses", feature: "`text/event-stream` and JSON lines, as async iterables", support: "yes" },
  { area: "responses", feature: "headers, typed on `raw`", support: "yes" },
  { area: "responses", feature: "a header of two types", support: "no" },
  { area: "responses", feature: "unions, with and without a discriminator", support: "yes" },
  { area: "responses", feature: "maps, free objects, tuples, recursion, `$defs`, null", support: "yes" },
  { area: "responses", feature: "`nullable` and other keywords of OpenAPI 3.0", support: "no" },
  { area: "responses", feature: "open enums of text and of numbers", support: "yes" },
  { area: "responses", feature: "closed enums", support: "no", note: "servers add values" },
  { area: "responses", feature: "64-bit integers, as text", support: "yes" },
  {
    area: "responses",
    feature: "64-bit integers at an ambiguous place",
    support: "no",
    note: "in a recursive schema, or in a map with named properties",
  },
  { area: "responses", feature: "error bodies, typed by status", support: "yes" },
  { area: "responses", feature: "problem details (RFC 9457); other error bodies by `x-error`", support: "yes" },
  { area: "security", feature: "bearer, OAuth 2, OpenID Connect", support: "yes", note: "a bearer token" },
  { area: "security", feature: "API keys in header, query and cookie", support: "yes" },
  { area: "security", feature: "Basic", support: "yes", note: "a user name with a password; the id and secret of a token endpoint are part of the input" },
  { area: "security", feature: "alternatives, several together, optional ones, none", support: "yes" },
  { area: "security", feature: "for the whole contract, or by the operation", support: "yes" },
  { area: "security", feature: "digest, mutual TLS, other HTTP schemes", support: "no" },
  { area: "security", feature: "keys with names that HTTP does not allow, or that the client sets itself", support: "no" },
  { area: "security", feature: "two credentials in one header", support: "no" },
  { area: "security", feature: "a key that is also a parameter", support: "no" },
  { area: "security", feature: "a scheme that is not defined", support: "no" },
  {
    area: "pagination",
    feature: "`next-link`, `next-link-live`, `link-header`, `cursor-query`, `cursor-body`, `offset`, `page-number`, `scim-index`",
    support: "yes",
  },
  { area: "pagination", feature: "`offset` with page numbers, `page-number` with offsets", support: "no" },
  { area: "pagination", feature: "another style", support: "no" },
  { area: "pagination", feature: "items that are not an array", support: "no" },
  { area: "pagination", feature: "several successful responses of a list", support: "no" },
  { area: "names", feature: "an `operationId` that is a name in JavaScript", support: "yes", note: "the name of the method" },
  { area: "names", feature: "an `operationId` that is not, or that is reserved (`then`, `raw`, `constructor`)", support: "no" },
  {
    area: "names",
    feature: "a schema with the name of another type of the client, such as `Filter`, `Page` or `GetItemInput`",
    support: "no",
    note: "add a `title` with another name",
  },
  { area: "names", feature: "schema names with dashes, dots, or a lower-case first letter", support: "yes", note: "`order-line` becomes `OrderLine`" },
  { area: "names", feature: "duplicate parameter names, or a parameter called `body`", support: "no", note: "they share the method's input" },
  { area: "names", feature: "folders of services with dashes", support: "yes", note: "`ticket-desk` becomes `createTicketDeskClient`" },
  { area: "names", feature: "folders of services that are not a name in code", support: "no" },
  { area: "servers", feature: "for the whole contract", support: "yes", note: "an example; the address is the option `baseUrl`" },
  {
    area: "servers",
    feature: "of an operation or a path, with `x-name`",
    support: "yes",
    note: "the option `servers` has an address and credentials for each",
  },
  { area: "servers", feature: "of an operation or a path, without `x-name`", support: "no" },
  {
    area: "secrets",
    feature: "`x-secret` in properties, items, maps and recursive schemas of bodies",
    support: "yes",
    note: "masked wherever the value is printed",
  },
  { area: "secrets", feature: "`x-secret` in parameters", support: "no", note: "URLs and headers are in errors and logs" },
  { area: "secrets", feature: "`x-secret` with another value than `true`", support: "no" },
];

/** The table as Markdown, with a section for each area. */
export function supportSection(): string {
  const areas = [...new Set(SUPPORT.map(({ area }) => area))];
  return areas
    .map((area) => {
      const lines = SUPPORT.filter((row) => row.area === area).map(
        ({ feature, support, note }) => `- ${MARKS[support]} ${feature}${note === undefined ? "" : `: ${note}`}`,
      );
      return `${area.charAt(0).toUpperCase()}${area.slice(1)}:\n\n${lines.join("\n")}\n`;
    })
    .join("\n");
}

const MARKS = { yes: "**yes**", no: "**no**", ignored: "**ignored**" } as const;
