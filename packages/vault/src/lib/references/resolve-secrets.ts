import { CALL_RULES, checkOptions, COUNT, expectClient, expectObject, maskSecrets, rejectArgument } from "@keywright/core/client";
import type { CallOptions } from "@keywright/core";
import { type ReadOptions, readReferences } from "./read-references.ts";
import type { ReferenceClient } from "./reference-places.ts";
import { valueOrThrow } from "./result.ts";
import { REFERENCE_RULES, type ReferenceOptions } from "./secret-reference.ts";
import { unresolved } from "./unresolved.ts";

/** Options of {@link resolveSecret} and {@link resolveSecrets}. */
export interface ResolveOptions extends CallOptions, ReferenceOptions {
  /** The maximum number of requests at once; `Infinity` for no limit. @default 4 */
  readonly concurrency?: number | undefined;
}

/**
 * Returns the value of a secret reference.
 *
 * @param reference `vault/item/[section/]field`, also after `op://` and with `?attribute=otp`: see
 * {@link secretReference}. A part that has the form of an id is an id; ids save requests.
 * @throws LookupError `not-found` or `ambiguous`, which lists the candidates and contains no value.
 * @throws ArgumentError if it is not a reference. The message does not contain it.
 * @example
 * ```ts
 * const password = await resolveSecret(vault, "Production/Finance portal/password");
 * ```
 */
export async function resolveSecret(client: ReferenceClient, reference: string, options: ResolveOptions = {}): Promise<string> {
  const [result] = await readReferences(client, [reference], checked(client, options, "resolveSecret"));
  return valueOrThrow(result);
}

/**
 * Returns the values of an object of secret references, under the same names.
 *
 * Lists the vaults once, each vault once, and reads each item once; ids save the lists.
 * `console.log` shows `[secret]` for the values.
 *
 * @throws LookupError `unresolved-references`, with a reason for each name in `failures`; no value.
 * @throws ApiError if the service rejects more than a single reference, for example the token.
 * @example
 * ```ts
 * const { user, password } = await resolveSecrets(vault, {
 *   user: "Production/Finance portal/username",
 *   password: "Production/Finance portal/password",
 * });
 * ```
 */
export async function resolveSecrets<const Name extends string>(
  client: ReferenceClient,
  references: { readonly [name in Name]: string },
  options: ResolveOptions = {},
): Promise<{ [name in Name]: string }> {
  expectObject("resolveSecrets", "references", references, "must be an object of references");
  // A Map has no own properties and would resolve to nothing.
  if (Symbol.iterator in references) rejectArgument("resolveSecrets", "references", "must be an object of references", references);
  const names = Object.keys(references);
  const results = await readReferences(client, Object.values<string>(references), checked(client, options, "resolveSecrets"));
  const named = names.map((name, index) => [name, results[index]] as const);
  const failures = named.flatMap(([name, result]) => (result !== undefined && "failure" in result ? [[name, result.failure] as const] : []));
  if (failures.length > 0) throw unresolved("resolveSecrets", failures, names.length);
  const values = Object.fromEntries(named.map(([name, result]) => [name, valueOrThrow(result)]));
  maskSecrets(values, Object.fromEntries(names.map((name) => [name, true])));
  return values as { [name in Name]: string };
}

function checked(client: ReferenceClient, options: ResolveOptions, by: string): ReadOptions {
  expectClient(by, client, "listVaults", "listItems", "getItem");
  checkOptions(by, options, { ...CALL_RULES, ...REFERENCE_RULES, concurrency: COUNT });
  const { concurrency = 4, scheme, ...call } = options;
  return { by, scheme, concurrency, call };
}
