import type { Input } from "../../pipeline.ts";
import { NO_SEGMENT, rejectInput, isObject } from "../../call/request/check-input.ts";
import { HEADER_VALUE } from "../../options/check-options.ts";
import type { Operation } from "../../contract.ts";
import { escaped } from "../../printable.ts";
import { writeParameter } from "./parameter-styles.ts";
import type { HttpRequest } from "../../http.ts";

/**
 * Builds a URL with its parameters, in all styles of OpenAPI 3.1. {@link Contract.writeUrl} of a
 * contract that uses more than the styles of `writeUrl`.
 *
 * @throws ArgumentError if a style cannot carry a value, or a value would leave its place in the
 * path or in the query.
 */
export function writeStyledUrl({ id: operationId, path, pathParameters, queryParameters = {} }: Operation, input: Input, baseUrl: string): string {
  const query = Object.entries(queryParameters).flatMap(([name, rule]) => {
    const value = input[name];
    const isSpread = rule.explode && rule.style !== "deepObject" && isObject(value);
    const taken = isSpread ? Object.keys(value).find((member) => Object.hasOwn(queryParameters, member)) : undefined;
    if (taken !== undefined) rejectInput(operationId, `${name}.${taken}`, "has the name of another query parameter", value);
    return writeParameter({ operationId, name, value, rule }, "form", rule.allowReserved ? encodeReserved : encodeURIComponent) ?? [];
  });
  const written = path.replace(/\{(.+?)\}/g, (_place, name: string) => {
    const value = input[name];
    const segment = writeParameter({ operationId, name, value, rule: pathParameters?.[name] ?? {} }, "simple", encodeURIComponent) ?? "";
    if (NO_SEGMENT.test(segment)) rejectInput(operationId, name, "must not be empty or a dot segment of a path", value);
    return segment;
  });
  return baseUrl + written + (query.length === 0 ? "" : `?${query.join("&")}`);
}

/**
 * Writes the parameters that are sent in headers and in cookies.
 *
 * @param headers The headers that the user set. Cookies among them are kept.
 * @returns The headers with their names in lower case, without those that `headers` alone has.
 * @throws ArgumentError if a header cannot carry a value.
 */
export function writeHeaders(
  { id: operationId, headerParameters = {}, cookieParameters = {} }: Operation,
  input: Input,
  headers: HttpRequest["headers"],
): Record<string, string> {
  const written: Record<string, string> = {};
  for (const [name, rule] of Object.entries(headerParameters)) {
    const value = input[name];
    const text = writeParameter({ operationId, name, value, rule }, "simple", rule.mediaType === undefined ? String : asciiJson);
    if (text === undefined) continue;
    // RFC 9110 §5.5: spaces around a value are not part of it.
    if (!HEADER_VALUE.test(text) || /^[\t ]|[\t ]$/.test(text))
      rejectInput(operationId, name, "must be a value that HTTP can carry: visible characters of Latin-1, no spaces around them, no line breaks", value);
    written[name.toLowerCase()] = text;
  }
  const cookies = Object.entries(cookieParameters).flatMap(
    ([name, rule]) => writeParameter({ operationId, name, value: input[name], rule }, "form", encodeURIComponent) ?? [],
  );
  if (cookies.length > 0) written["cookie"] = [...(headers["cookie"] ? [headers["cookie"]] : []), ...cookies].join("; ");
  return written;
}

/**
 * RFC 6570 §3.2.3: reserved characters and triplets stay, except `#`, `[`, `]`, `&` and `+`, which
 * would change the value.
 */
function encodeReserved(text: string): string {
  return encodeURIComponent(text).replace(/%(?:25([\da-f]{2})|3A|2F|3F|40|24|2C|3B|3D)/gi, (all, hex?: string) =>
    hex === undefined ? decodeURIComponent(all) : `%${hex}`,
  );
}

/** RFC 8259 §7: escapes what a header cannot carry; JSON has it only in strings. */
function asciiJson(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, escaped);
}
