/** One thing that OpenAPI can say, and whether clients are generated from it. */
export interface Supported {
  readonly area: "parameters" | "bodies" | "responses" | "security" | "pagination" | "names" | "servers" | "secrets" | "documents";
  readonly feature: string;
  /** `refused`: `npx pnpm contracts` tells it, with its place. `ignored`: it is read over, and changes nothing. */
  readonly support: "yes" | "refused" | "ignored";
  /** What it becomes, or why not. */
  readonly note?: string;
}

/** What a contract may use. CONTRIBUTING.md shows it; a test compares the two. */
export const SUPPORT: readonly Supported[] = [
  { area: "documents", feature: "OpenAPI 3.1", support: "yes" },
  { area: "documents", feature: "another version", support: "refused", note: "its schemas are not JSON Schema, or not yet known here" },
  { area: "documents", feature: "several files, `$ref` to any of them, path items that are references", support: "yes" },
  { area: "documents", feature: "references that lead back to themselves", support: "refused" },
  { area: "documents", feature: "a keyword of a schema with a value that JSON Schema does not allow", support: "refused", note: "it would check nothing" },
  { area: "documents", feature: "`webhooks`, `callbacks`, `links`", support: "ignored", note: "a client neither receives calls nor follows links by itself" },
  { area: "documents", feature: "GET, PUT, POST, PATCH, DELETE", support: "yes" },
  { area: "documents", feature: "HEAD", support: "yes", note: "returns nothing; `raw` has status and headers" },
  { area: "documents", feature: "OPTIONS, TRACE", support: "refused", note: "their answer has nothing for a method to return" },
  { area: "documents", feature: "`deprecated` operations, parameters and schemas", support: "yes", note: "`@deprecated` in the documentation" },
  { area: "parameters", feature: "in path and query", support: "yes" },
  { area: "parameters", feature: "of a path item, for all its operations", support: "yes" },
  { area: "parameters", feature: "in header and cookie", support: "refused" },
  { area: "parameters", feature: "an array in the query, `explode: false`", support: "yes" },
  { area: "parameters", feature: "an array in the query, exploded", support: "refused" },
  { area: "parameters", feature: "64-bit integers", support: "refused", note: "they are read from answers alone" },
  { area: "bodies", feature: "one media type", support: "yes" },
  { area: "bodies", feature: "several media types, each of bytes", support: "yes", note: "the `Blob` says which one it has" },
  { area: "bodies", feature: "several media types, others", support: "refused", note: "a method sends one" },
  { area: "bodies", feature: "64-bit integers in JSON, and in fields of a form or of a multipart body", support: "yes", note: "decimal strings" },
  { area: "bodies", feature: "64-bit integers in NDJSON, and in JSON inside of a form or of a multipart body", support: "refused" },
  { area: "bodies", feature: "merge patches", support: "yes", note: "what may be left out may be null" },
  { area: "responses", feature: "one successful status with at most one media type", support: "yes" },
  { area: "responses", feature: "several successful statuses, or media types of one", support: "refused" },
  { area: "responses", feature: "ranges such as `2XX`", support: "refused" },
  { area: "security", feature: "bearer, OAuth 2, OpenID Connect", support: "yes", note: "a bearer token" },
  { area: "security", feature: "Basic, by the operation", support: "yes", note: "id and secret are part of the input" },
  { area: "security", feature: "for the whole contract, or by the operation", support: "yes" },
  { area: "security", feature: "several schemes of one operation", support: "refused" },
  { area: "pagination", feature: "`next-link`, `next-link-live`, `cursor-body`, `offset`, `scim-index`", support: "yes" },
  { area: "names", feature: "an `operationId` that is a name in JavaScript", support: "yes", note: "the client's method; any verb may begin it" },
  { area: "names", feature: "an `operationId` that is none, or that every object has (`then`, `raw`, `constructor`)", support: "refused" },
  { area: "names", feature: "schemas with dashes, dots, or a small letter first", support: "yes", note: "`order-line` becomes `OrderLine`" },
  {
    area: "names",
    feature: "a schema with the name of another type of the client, such as `Filter`, `Page` or `GetItemInput`",
    support: "refused",
    note: "a `title` gives it another one",
  },
  { area: "names", feature: "a parameter with the name of another one, or of `body`", support: "refused", note: "they share the method's input" },
  { area: "names", feature: "folders of services with dashes", support: "yes", note: "`ticket-desk` becomes `createTicketDeskClient`" },
  { area: "servers", feature: "for the whole contract", support: "yes", note: "an example; the address is the option `baseUrl`" },
  { area: "secrets", feature: "`x-secret` in properties and items", support: "yes", note: "masked wherever they are printed" },
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
