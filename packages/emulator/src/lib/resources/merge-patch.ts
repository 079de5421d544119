import { isObject, type Json } from "../core/values/json.ts";

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
