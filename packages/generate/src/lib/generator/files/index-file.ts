import { errorTypes } from "../client/error-types.ts";
import type { ClientModel } from "../rows/operation-rows.ts";
import { pascalCase } from "../text/print.ts";

/** The errors, type guards and functions that every client re-exports. */
const VALUES = [
  "ApiError",
  "ArgumentError",
  "ConfigurationError",
  "ConnectionError",
  "dryRun",
  "DryRunError",
  "InvalidResponseError",
  "isApiError",
  "isKeywrightError",
  "KeywrightError",
  "logEvents",
  "PaginationError",
  "settleEach",
  "TimeoutError",
  "TokenError",
] as const;

/** The types of options, callbacks and results that every client re-exports. */
const TYPES = [
  "BinaryContent",
  "CallOptions",
  "ClientEvent",
  "ClientOptions",
  "Clock",
  "DryRunOptions",
  "HttpRequest",
  "HttpResponse",
  "LogLevel",
  "LogOptions",
  "MessageLogger",
  "Middleware",
  "ObjectLogger",
  "ObservedCall",
  "ObservedEnd",
  "Observer",
  "Page",
  "Paginator",
  "PlannedRequest",
  "RetryOptions",
  "Settled",
  "SettleOptions",
  "SettleProgress",
  "TokenProvider",
] as const;

/** The names that every client re-exports, which no type of a contract may have. */
export const EXPORTED_NAMES: readonly string[] = [...VALUES, ...TYPES];

/** Returns `index.ts`, which programs import. */
export function indexFile({ contract, operations, extension }: ClientModel): string {
  const hasFilters = operations.some(({ inputs }) => inputs.some((parameter) => parameter["x-filter"] !== undefined));
  const service = pascalCase(contract.service);
  const types = [
    ...TYPES,
    ...(hasFilters ? ["Filter"] : []),
    ...(operations.some(({ successes }) => successes.some(({ type }) => type === "events")) ? ["ServerSentEvent"] : []),
  ];
  const guard = errorTypes(contract, operations) === undefined ? "" : `, is${service}Error`;
  return [
    `export { create${service}Client${guard} } from "./client.${extension}";\n`,
    `export type * from "./client.${extension}";\n`,
    // From the entry for generated code: an import of another entry would cost each program a file.
    exportList("export", hasFilters ? [...VALUES, "rawFilter"] : VALUES, "@keywright/core/client"),
    exportList("export type", types, "@keywright/core"),
  ].join("");
}

function exportList(keyword: string, names: readonly string[], from: string): string {
  const sorted = [...names].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  return `${keyword} {\n${sorted.map((name) => `  ${name},\n`).join("")}} from ${JSON.stringify(from)};\n`;
}
