type Members<Value = unknown> = { readonly [name: string]: Value };

interface Manifest {
  readonly exports: Members;
  readonly publishConfig: { readonly exports: Members };
  readonly scripts: { readonly generate: string };
  readonly dependencies: Members<string>;
}

/** Generated modules that are entries of the package, if the contract has them. */
const ENTRIES = ["schema", "operations", "feeds", "filters", "values"];

/**
 * Returns the manifest of a client with the entries of its generated modules.
 *
 * @param modules The generated modules, such as `operations.ts`.
 */
export function clientManifest(present: string, modules: readonly string[]): string {
  const manifest = JSON.parse(present) as Manifest;
  return textOf(ENTRIES.reduce((entries, name) => withEntry(entries, name, modules.includes(`${name}.ts`), "generated/"), manifest));
}

/** Returns the manifest of the emulator with or without a service: its entry, its contract, and the client that has its types. */
export function emulatorManifest(present: string, name: string, isThere: boolean): string {
  const manifest = JSON.parse(present) as Manifest;
  if ((manifest.exports[`./${name}`] !== undefined) === isThere) return present;
  const contract = ` ../../specs/${name}/openapi.yaml`;
  const { [`@keywright/${name}`]: _client, ...others } = manifest.dependencies;
  const dependencies = isThere ? { ...others, [`@keywright/${name}`]: "workspace:^" } : others;
  const generate = isThere ? manifest.scripts.generate.replace(/ src\/generated(?= |$)/, `${contract}$&`) : manifest.scripts.generate.replace(contract, "");
  return textOf({
    ...withEntry(manifest, name, isThere, ""),
    scripts: { ...manifest.scripts, generate },
    dependencies: Object.fromEntries(Object.entries(dependencies).sort(([one], [other]) => (one < other ? -1 : 1))),
  });
}

/** Returns a manifest with or without an entry, for the workspace and for the published package. */
function withEntry(manifest: Manifest, name: string, isThere: boolean, folder: string): Manifest {
  const { exports, publishConfig } = manifest;
  const built = { types: `./dist/${folder}${name}.d.ts`, default: `./dist/${folder}${name}.js` };
  const entry = `./${name}`;
  return {
    ...manifest,
    exports: withMember(exports, entry, isThere ? `./src/${folder}${name}.ts` : undefined),
    publishConfig: { ...publishConfig, exports: withMember(publishConfig.exports, entry, isThere ? built : undefined) },
  };
}

/** Returns the entries with another one. An existing entry keeps its place, a new one goes before the document and the manifest. */
function withMember(entries: Members, entry: string, target: unknown): Members {
  if (target === undefined) return Object.fromEntries(Object.entries(entries).filter(([each]) => each !== entry));
  if (entries[entry] !== undefined) return entries;
  const all = Object.entries(entries);
  const end = all.findIndex(([each]) => each.endsWith(".json"));
  return Object.fromEntries([...all.slice(0, end), [entry, target], ...all.slice(end)]);
}

function textOf(manifest: Manifest): string {
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}
