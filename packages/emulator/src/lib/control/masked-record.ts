import { isObject } from "../core/values/json.ts";
import { plainName } from "../core/schemas/secret-names.ts";

const MASK = "…";

/** Properties of stored records that are secret, but that a contract does not name. */
const OF_STORES = ["clientsecret", "contentbase64", "credentials", "code", "codechallenge", "password"];

/**
 * Returns a record of the state with masked secrets.
 *
 * @param collection If of tokens, `value` is secret; elsewhere only if the contract says so.
 * @param names The properties that the contract marks as secret, as `secretNamesOf` returns them.
 */
export function maskedRecord(record: unknown, collection: string, names: ReadonlySet<string>): unknown {
  const isToken = /tokens?$/i.test(collection);
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, isSecret(name) ? mask(inner) : visit(inner)]));
  };
  const isSecret = (name: string): boolean => {
    const plain = plainName(name);
    return OF_STORES.includes(plain) || (isToken ? plain === "value" : names.has(plain));
  };
  const mask = (value: unknown): unknown => (isToken && typeof value === "string" ? value.slice(0, 4) + MASK : maskAll(value));
  return visit(record);
}

/** Keeps the names and the number of secrets, which help to find a mistake. */
function maskAll(value: unknown): unknown {
  if (value === undefined || value === null || value === "") return value;
  if (Array.isArray(value)) return value.map(maskAll);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskAll(inner)])) : MASK;
}
