/** Entries that claim to run on Node and on what has its modules; every other entry claims any runtime, a browser too. */
const FOR_NODE: readonly RegExp[] = [
  /^@keywright\/core\/diagnostics-channel$/,
  /^@keywright\/[a-z][a-z0-9]*\/node$/,
  /^@keywright\/(emulator|generate|tail)(\/|$)/,
];

/** Whether an entry, such as `@keywright/core/node`, claims to run where there are no modules of Node. */
export function runsAnywhere(entry: string): boolean {
  return !FOR_NODE.some((pattern) => pattern.test(entry));
}

/** The entries of a published package.json, as users write them: `@keywright/vault/schema`. */
export function entriesOf({ name, exports }: { readonly name: string; readonly exports?: unknown }): string[] {
  return Object.keys((exports ?? {}) as object).map((entry) => name + entry.slice(1));
}
