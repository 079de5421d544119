/**
 * Checks that no key is repeated.
 *
 * @param what The elements in the message, such as `vaults`.
 * @param key The kind of key, such as `id`. The message names the key itself, unless it is a secret.
 * @throws TypeError if two are the same.
 */
export function requireUnique(what: string, keys: readonly string[], key: "id" | "email address" | "secret value" = "id"): void {
  if (new Set(keys).size === keys.length) return;
  const twice = keys.find((each, index) => keys.indexOf(each) !== index);
  throw new TypeError(key === "secret value" ? `two ${what} have the same value` : `two ${what} have the ${key} ${twice}`);
}
