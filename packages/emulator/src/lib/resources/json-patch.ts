import { InvalidInput } from "../core/values/issues.ts";
import { isObject, isSameJson, parsePointer, type Json } from "../core/values/json.ts";
import { applyChange, readChange } from "../core/values/json-patch.ts";

/**
 * Applies a JSON Patch (RFC 6902) to a copy of the document.
 *
 * @throws InvalidInput if an operation cannot be applied.
 */
export function applyJsonPatch(document: unknown, patch: readonly unknown[]): unknown {
  return patch.reduce<unknown>((current, operation) => {
    const { op, path, from, value } = isObject(operation) ? operation : {};
    if (op === "test") {
      if (!isSameJson(at(current, parsePointer(path)), value)) throw new InvalidInput(`${String(path)} does not have the value of the test`);
      return current;
    }
    if (op !== "move" && op !== "copy") return applyChange(current, readChange(operation, parsePointer));
    const source = parsePointer(from);
    const found = at(current, source);
    const target = parsePointer(path);
    // RFC 6902 §4.4: a value cannot be moved into itself.
    if (op === "move" && target.length > source.length && source.every((token, index) => token === target[index]))
      throw new InvalidInput(`${String(from)} cannot be moved into itself`);
    const without = op === "move" ? applyChange(current, { op: "remove", tokens: source }) : current;
    return applyChange(without, { op: "add", tokens: target, value: found });
  }, document);
}

function at(document: unknown, tokens: readonly string[]): unknown {
  return tokens.reduce<unknown>((holder, token) => {
    const isThere = typeof holder === "object" && holder !== null && Object.hasOwn(holder, token) && !(Array.isArray(holder) && token === "length");
    if (!isThere) throw new InvalidInput(`/${tokens.join("/")} does not exist`);
    return (holder as { readonly [name: string]: unknown })[token];
  }, document);
}

/**
 * Applies a merge patch (RFC 7396 §2): a property that is null is removed.
 *
 * @param required Properties that are set to null instead.
 */
export function mergePatch(target: unknown, patch: unknown, required: readonly string[] = []): unknown {
  if (!isObject(patch)) return patch;
  const merged: { [name: string]: unknown } = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null && !required.includes(name)) delete merged[name];
    else merged[name] = value === null ? null : mergePatch((target as Json | undefined)?.[name], value);
  }
  return merged;
}
