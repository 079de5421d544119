/** Generated modules that `src/index.ts` and `src/node.ts` export again; they are no entries of their own. */
const INNER_MODULES = ["client", "environment", "index"];

interface Manifest {
  readonly exports?: object;
  readonly publishConfig?: { readonly exports?: object };
}

/**
 * Compares the entries of a client's package.json with its generated modules. The contract decides which of these there are.
 *
 * @param place The folder of the package, for the findings.
 * @param files The names in its folder of generated code.
 * @returns A line for each entry without its module, and for each module without its entry.
 */
export function compareEntries(place: string, { exports = {}, publishConfig }: Manifest, files: readonly string[]): string[] {
  const modules = files.filter((file) => file.endsWith(".ts")).map((file) => file.slice(0, -".ts".length));
  return Object.entries({ exports, "publishConfig.exports": publishConfig?.exports ?? {} }).flatMap(([list, entries]) => {
    const published = new Set([...JSON.stringify(entries).matchAll(/\/generated\/([\w-]+?)(?:\.d)?\.[jt]s"/g)].map(([, name]) => name as string));
    const unmade = [...published].filter((name) => !modules.includes(name));
    const unnamed = modules.filter((name) => !INNER_MODULES.includes(name) && !published.has(name));
    return [
      ...unmade.map((name) => `${place}/package.json: ${list} names src/generated/${name}.ts, which is missing; run npx pnpm generate, or remove the entry.`),
      ...unnamed.map((name) => `${place}/package.json: ${list} does not name src/generated/${name}.ts; add the entry ./${name}.`),
    ];
  });
}
