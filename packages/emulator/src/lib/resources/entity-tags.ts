import { createRandom } from "../core/values/random.ts";
import type { Json } from "../core/values/json.ts";
import { Rejected } from "./rejected.ts";
import type { Resource, ResourceContext, ResourceInput } from "./resource.ts";
import type { Thing } from "./store.ts";

/** Returns the entity tag of a thing: the example of the contract, until a request writes it. */
export function tagOf({ tag = "" }: Resource, { value, isWritten = false }: Thing): string {
  return isWritten ? `"${createRandom(JSON.stringify(value)).id()}"` : tag;
}

/**
 * Checks `If-Match` and `If-None-Match` (RFC 9110 §13.1), if the contract documents 412.
 *
 * @param thing `undefined` if it does not exist.
 * @throws `Rejected` with 412 if a precondition fails.
 */
export function checkPrecondition(resource: Resource, thing: Thing | undefined, { header }: ResourceInput, { operation }: ResourceContext): void {
  if (!operation.responses.has(412)) return;
  const given = new Map(Object.entries(Object(header) as Json).map(([name, value]) => [name.toLowerCase(), String(value).trim()]));
  const [wanted, unwanted] = [given.get("if-match"), given.get("if-none-match")];
  // Without tags in responses, no caller can know that of a thing.
  const matches = (tags: string, isStrong: boolean): boolean => {
    if (thing === undefined || tags === "*") return thing !== undefined;
    if (resource.tag === undefined) return isStrong;
    const own = tagOf(resource, thing);
    // RFC 9110 §8.8.3.2: a weak tag matches nothing in the strong comparison.
    const isSame = (tag: string): boolean => (isStrong ? tag === own && !tag.startsWith("W/") : tag.replace(/^W\//, "") === own.replace(/^W\//, ""));
    return [...tags.matchAll(/(?:W\/)?"[^"]*"|[^\s,]+/g)].some(([tag]) => isSame(tag));
  };
  if ((wanted !== undefined && !matches(wanted, true)) || (unwanted !== undefined && matches(unwanted, false)))
    throw new Rejected(412, `The ${resource.one} is in another state than the request expects`);
}
