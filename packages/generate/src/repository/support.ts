/** One thing that OpenAPI can say, and whether clients are generated from it. */
export interface Supported {
  readonly area: "parameters" | "bodies" | "responses" | "security" | "pagination" | "names" | "servers" | "secrets" | "documents";
  readonly feature: string;
  /** `refused`: `npx pnpm contracts` tells it, with its place. `ignored`: it changes nothing. */
  readonly support: "yes" | "refused" | "ignored";
  /** What it becomes, or why not. */
  readonly note?: string;
}

/** What a contract may use. The README of `@keywright/generate` shows it; the tests of the features show that each row is true. */
export const SUPPORT: readonly Supported[] = [
  { area: "documents", feature: "OpenAPI 3.1 and 3.2", support: "yes" },
  { area: "documents", feature: "another version", support: "refused", note: "its schemas are not JSON Schema, or not yet known here" },
  { area: "documents", feature: "several files, `$ref` to any of them, path items that are references", support: "yes" },
  { area: "documents", feature: "references into `paths`", support: "refused", note: "types have the names of components" },
  { area: "documents", feature: "references that lead back to themselves", support: "refused" },
  { area: "documents", feature: "references to nothing", support: "refused" },
  { area: "documents", feature: "a keyword of a schema with a value that JSON Schema does not allow", support: "refused", note: "it would check nothing" },
  { area: "documents", feature: "YAML that cannot be read", support: "refused" },
  { area: "documents", feature: "`webhooks`, `callbacks`, `links`", support: "ignored", note: "a client neither receives calls nor follows links by itself" },
  { area: "documents", feature: "GET, PUT, POST, PATCH, DELETE", support: "yes" },
  { area: "documents", feature: "HEAD", support: "yes", note: "returns nothing; `raw` has status and headers" },
  { area: "documents", feature: "OPTIONS, TRACE", support: "refused", note: "their answer has nothing for a method to return" },
  { area: "documents", feature: "`deprecated` operations, parameters and schemas", support: "yes", note: "`@deprecated` in the documentation" },
  { area: "documents", feature: "extensions that are not defined for these contracts", support: "refused" },
  { area: "documents", feature: "components that nothing uses", support: "refused" },
  { area: "documents", feature: "an operation that does not say `x-retry`", support: "refused" },
  { area: "documents", feature: "operations at an address from an answer (`x-address`)", support: "yes" },
  { area: "parameters", feature: "in path, query, header and cookie", support: "yes" },
  { area: "parameters", feature: "arrays and objects, in every style that OpenAPI 3.1 defines for the place", support: "yes" },
  { area: "parameters", feature: "a style with a value for which OpenAPI 3.1 does not define it", support: "refused" },
  { area: "parameters", feature: "an array or an object inside of another one, but as JSON", support: "refused", note: "OpenAPI 3.1 defines no style for it" },
  { area: "parameters", feature: "`content: application/json`", support: "yes" },
  { area: "parameters", feature: "`content` of another media type", support: "refused" },
  { area: "parameters", feature: "names that need encoding", support: "yes" },
  { area: "parameters", feature: "`allowReserved` in the query", support: "yes" },
  { area: "parameters", feature: "`allowReserved` elsewhere", support: "refused" },
  { area: "parameters", feature: "a path parameter that is not required", support: "refused" },
  { area: "parameters", feature: "names that HTTP cannot carry", support: "refused" },
  { area: "parameters", feature: "headers that the platform decides", support: "refused" },
  {
    area: "parameters",
    feature: "the headers `Accept`, `Authorization`, `Content-Type`",
    support: "ignored",
    note: "OpenAPI says so; the contract has media types and security for them",
  },
  { area: "parameters", feature: "of a path item, for all its operations", support: "yes" },
  { area: "parameters", feature: "64-bit integers, given as text", support: "yes" },
  { area: "parameters", feature: "64-bit integers in `content: application/json`", support: "refused" },
  { area: "parameters", feature: "a header with `x-idempotency-key`, made by the client", support: "yes" },
  { area: "bodies", feature: "JSON in any spelling, such as `application/merge-patch+json` or with a charset", support: "yes" },
  { area: "bodies", feature: "an object, an array, a map, a scalar, null", support: "yes" },
  { area: "bodies", feature: "`oneOf` and `anyOf`, with and without a discriminator", support: "yes" },
  { area: "bodies", feature: "a body of GET", support: "refused", note: "fetch does not send it" },
  {
    area: "bodies",
    feature: "`readOnly` and `writeOnly`",
    support: "yes",
    note: "a schema that both directions share gets a form for each: `Item` and `ItemRequest`",
  },
  { area: "bodies", feature: "a form, with arrays, and objects as JSON or deepObject", support: "yes", note: "a `oneOf` needs a discriminator" },
  { area: "bodies", feature: "an encoding that belongs to no property", support: "refused" },
  { area: "bodies", feature: "a form that is no object", support: "refused" },
  { area: "bodies", feature: "a form that is a `oneOf` without a discriminator", support: "refused" },
  { area: "bodies", feature: "`multipart/form-data`: files, lists of files, JSON parts", support: "yes" },
  { area: "bodies", feature: "headers and styles of parts", support: "refused" },
  { area: "bodies", feature: "parts without names", support: "refused" },
  { area: "bodies", feature: "`multipart/mixed`, XML as an object", support: "refused" },
  { area: "bodies", feature: "bytes, text, CSV, XML as text", support: "yes" },
  { area: "bodies", feature: "JSON lines, streamed", support: "yes" },
  { area: "bodies", feature: "several media types, each of bytes", support: "yes", note: "the `Blob` says which one it has" },
  { area: "bodies", feature: "several media types, others", support: "refused", note: "a method sends one" },
  { area: "bodies", feature: "64-bit integers in JSON, and in fields of a form or of a multipart body", support: "yes", note: "decimal strings" },
  { area: "bodies", feature: "64-bit integers in NDJSON, and in JSON inside of a form or of a multipart body", support: "refused" },
  { area: "bodies", feature: "merge patches", support: "yes", note: "what may be left out may be null" },
  { area: "bodies", feature: "`x-exclusive`", support: "yes", note: "properties that exclude each other" },
  { area: "responses", feature: "JSON in any spelling", support: "yes" },
  { area: "responses", feature: "several successful statuses and media types, told apart by `status` and `mediaType`", support: "yes" },
  { area: "responses", feature: "`2XX` or `default` alone", support: "yes" },
  { area: "responses", feature: "`2XX` beside another successful status", support: "refused" },
  { area: "responses", feature: "no successful status", support: "refused" },
  { area: "responses", feature: "one media type twice", support: "refused" },
  { area: "responses", feature: "202 and a result that comes later (`x-poll`)", support: "yes" },
  { area: "responses", feature: "an `x-poll` that cannot end", support: "refused" },
  { area: "responses", feature: "a redirect that is the answer, with its `Location`", support: "yes" },
  { area: "responses", feature: "a redirect without a documented `Location`", support: "refused" },
  { area: "responses", feature: "bytes, streamed and by range", support: "yes" },
  { area: "responses", feature: "text", support: "yes" },
  { area: "responses", feature: "bytes or text with a schema of something else", support: "refused" },
  { area: "responses", feature: "JSON without a schema", support: "refused" },
  { area: "responses", feature: "`text/event-stream` and JSON lines, as async iterables", support: "yes" },
  { area: "responses", feature: "headers, typed on `raw`", support: "yes" },
  { area: "responses", feature: "a header of two types", support: "refused" },
  { area: "responses", feature: "unions, with and without a discriminator", support: "yes" },
  { area: "responses", feature: "maps, free objects, tuples, recursion, `$defs`, null", support: "yes" },
  { area: "responses", feature: "`nullable` and other words of OpenAPI 3.0", support: "refused" },
  { area: "responses", feature: "open enums of text and of numbers", support: "yes" },
  { area: "responses", feature: "closed enums", support: "refused", note: "servers add values" },
  { area: "responses", feature: "64-bit integers, as text", support: "yes" },
  {
    area: "responses",
    feature: "64-bit integers that no path tells from others",
    support: "refused",
    note: "in a schema that contains itself, or in a map beside named properties",
  },
  { area: "responses", feature: "error bodies, typed by status", support: "yes" },
  { area: "responses", feature: "problem details (RFC 9457); other error bodies by `x-error`", support: "yes" },
  { area: "security", feature: "bearer, OAuth 2, OpenID Connect", support: "yes", note: "a bearer token" },
  { area: "security", feature: "API keys in header, query and cookie", support: "yes" },
  { area: "security", feature: "Basic", support: "yes", note: "a user name with a password; the id and secret of a token endpoint are part of the input" },
  { area: "security", feature: "alternatives, several together, optional ones, none", support: "yes" },
  { area: "security", feature: "for the whole contract, or by the operation", support: "yes" },
  { area: "security", feature: "digest, mutual TLS, other HTTP schemes", support: "refused" },
  { area: "security", feature: "keys with names that HTTP cannot carry, or that the client sets itself", support: "refused" },
  { area: "security", feature: "two credentials in one header", support: "refused" },
  { area: "security", feature: "a key that is also a parameter", support: "refused" },
  { area: "security", feature: "a scheme that is not defined", support: "refused" },
  {
    area: "pagination",
    feature: "`next-link`, `next-link-live`, `link-header`, `cursor-query`, `cursor-body`, `offset`, `page-number`, `scim-index`",
    support: "yes",
  },
  { area: "pagination", feature: "`offset` with page numbers, `page-number` with offsets", support: "refused" },
  { area: "pagination", feature: "another style", support: "refused" },
  { area: "pagination", feature: "items that are no array", support: "refused" },
  { area: "pagination", feature: "several successful answers of a list", support: "refused" },
  { area: "names", feature: "an `operationId` that is a name in JavaScript", support: "yes", note: "the client's method; any verb may begin it" },
  { area: "names", feature: "an `operationId` that is none, or that every object has (`then`, `raw`, `constructor`)", support: "refused" },
  {
    area: "names",
    feature: "a schema with the name of another type of the client, such as `Filter`, `Page` or `GetItemInput`",
    support: "refused",
    note: "a `title` gives it another one",
  },
  { area: "names", feature: "schemas with dashes, dots, or a small letter first", support: "yes", note: "`order-line` becomes `OrderLine`" },
  { area: "names", feature: "a parameter with the name of another one, or of `body`", support: "refused", note: "they share the method's input" },
  { area: "names", feature: "folders of services with dashes", support: "yes", note: "`ticket-desk` becomes `createTicketDeskClient`" },
  { area: "names", feature: "folders of services that are no name in code", support: "refused" },
  { area: "servers", feature: "for the whole contract", support: "yes", note: "an example; the address is the option `baseUrl`" },
  {
    area: "servers",
    feature: "of an operation or a path, with `x-name`",
    support: "yes",
    note: "the option `servers` has an address and credentials for each",
  },
  { area: "servers", feature: "of an operation or a path, without `x-name`", support: "refused" },
  {
    area: "secrets",
    feature: "`x-secret` in properties, items, maps and recursive schemas of bodies",
    support: "yes",
    note: "masked wherever they are printed",
  },
  { area: "secrets", feature: "`x-secret` in parameters", support: "refused", note: "addresses and headers are shown in errors and logs" },
  { area: "secrets", feature: "`x-secret` with another value than `true`", support: "refused" },
];

/** The table as Markdown: a section an area. */
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

const MARKS = { yes: "**yes**", refused: "**refused**", ignored: "**ignored**" } as const;
