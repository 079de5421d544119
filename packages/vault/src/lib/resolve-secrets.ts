import { CALL_RULES, checkOptions, COUNT, expectClient, LookupError, maskSecrets, refuseArgument } from "@keywright/core/client";
import type { CallOptions } from "@keywright/core";
import { type ReadOptions, type ReferenceClient, readReferences } from "./read-references.ts";
import { valueOrThrow } from "./result.ts";

/** How references are resolved. */
export interface ResolveOptions extends CallOptions {
  /** The maximum number of requests at once; `Infinity` for no limit. @default 4 */
  readonly concurrency?: number | undefined;
}

/**
 * Gives the value that a reference leads to.
 *
 * @param reference `vault/item/[section/]field`: see {@link secretReference}. What has the form of an id is taken for one; ids save the requests that find names.
 * @throws LookupError `not-found` or `ambiguous`, with what there is and without any value.
 * @throws ArgumentError where it is no reference; it is not repeated.
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
 * Gives the values that an object of references leads to, under the same names.
 *
 * The vaults are listed once, each vault's items once and each item is read once, whatever the number of references to it; with ids in the place of names, listing is left out. The values are
 * shown as `[secret]` where the result is printed.
 *
 * @throws LookupError `unresolved-references`: every name that leads nowhere, each with its reason in `failures`. No value stands in it. Nothing is given then.
 * @throws ApiError where the service refuses more than what a single reference leads to, such as the token.
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
  // A Map has no members of its own: it would give nothing without a word.
  if (typeof references !== "object" || references === null || Symbol.iterator in references)
    refuseArgument("resolveSecrets", "references", "must be an object of references", references);
  const names = Object.keys(references);
  const results = await readReferences(client, Object.values<string>(references), checked(client, options, "resolveSecrets"));
  const named = names.map((name, index) => [name, results[index]] as const);
  const failures = named.flatMap(([name, result]) => (result !== undefined && "failure" in result ? [[name, reasonOf(result.failure)] as const] : []));
  if (failures.length > 0) throw unresolved(failures, names.length);
  const values = Object.fromEntries(named.map(([name, result]) => [name, valueOrThrow(result)]));
  maskSecrets(values, Object.fromEntries(names.map((name) => [name, true])));
  return values as { [name in Name]: string };
}

function checked(client: ReferenceClient, options: ResolveOptions, by: string): ReadOptions {
  expectClient(by, client, "listVaults", "listItems", "getItem");
  checkOptions(by, options, { ...CALL_RULES, concurrency: COUNT });
  const { concurrency = 4, ...call } = options;
  return { by, concurrency, call };
}

function unresolved(failures: readonly (readonly [string, string])[], count: number): LookupError {
  const lines = failures.map(([name, reason]) => `\n  ${name}: ${reason}`).join("");
  return new LookupError("unresolved-references", `resolveSecrets: ${failures.length} of ${count} references lead nowhere:${lines}`, {
    failures: Object.fromEntries(failures),
  });
}

/** The message of a failure without the name of this function, which stands before all of them. */
function reasonOf({ message }: Error): string {
  return message.replace(/^resolveSecrets: /, "");
}
