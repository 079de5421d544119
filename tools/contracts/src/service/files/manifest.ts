interface Manifest {
  readonly exports: { [entry: string]: unknown };
  readonly publishConfig: { readonly exports: { [entry: string]: unknown } };
  readonly scripts: { generate: string };
  readonly dependencies: { [name: string]: string };
}

/** Generated modules that are entries of the package, if the contract has them. */
const ENTRIES = ["functions", "schema", "operations", "feeds", "filters", "values"];

/**
 * Returns the manifest of a client with the entries of its generated modules.
 *
 * @param modules The generated modules, such as `operations.ts`.
 */
export function clientManifest(present: string, modules: readonly string[]): string {
  const manifest = JSON.parse(present) as Manifest;
  for (const name of ENTRIES) setEntry(manifest, name, modules.includes(`${name}.ts`), "generated/");
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** Returns the emulator's manifest with or without a service: entry, contract, client. */
export function emulatorManifest(present: string, name: string, isThere: boolean): string {
  const manifest = JSON.parse(present) as Manifest;
  const { exports, scripts, dependencies } = manifest;
  if ((exports[`./${name}`] !== undefined) === isThere) return present;
  const contract = ` ../../specs/${name}/openapi.yaml`;
  setEntry(manifest, name, isThere, "");
  scripts.generate = isThere ? scripts.generate.replace(/ src\/generated(?= |$)/, `${contract}$&`) : scripts.generate.replace(contract, "");
  if (isThere) dependencies[`@keywright/${name}`] = "workspace:^";
  else delete dependencies[`@keywright/${name}`];
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** Adds an entry for the workspace and for the published package, or removes it. */
function setEntry({ exports, publishConfig }: Manifest, name: string, isThere: boolean, folder: string): void {
  const entry = `./${name}`;
  if (isThere) {
    exports[entry] ??= `./src/${folder}${name}.ts`;
    publishConfig.exports[entry] ??= { types: `./dist/${folder}${name}.d.ts`, default: `./dist/${folder}${name}.js` };
  } else {
    delete exports[entry];
    delete publishConfig.exports[entry];
  }
}
