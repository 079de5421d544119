interface Manifest {
  readonly exports: { readonly [entry: string]: unknown };
  readonly publishConfig: { readonly exports: { readonly [entry: string]: unknown } };
  readonly scripts: { readonly generate: string };
  readonly dependencies: { readonly [name: string]: string };
}

/** The manifest of the emulator with one more service: its entry, its contract and its client, whose types it has. */
export function emulatorManifest(present: string, name: string): string {
  const manifest = JSON.parse(present) as Manifest;
  const entry = `./${name}`;
  if (manifest.exports[entry] !== undefined) return present;
  const built = { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` };
  return textOf({
    ...manifest,
    exports: withEntry(manifest.exports, entry, `./src/${name}.ts`),
    publishConfig: { ...manifest.publishConfig, exports: withEntry(manifest.publishConfig.exports, entry, built) },
    scripts: { ...manifest.scripts, generate: manifest.scripts.generate.replace(/ src\/generated$/, ` ../../specs/${name}/openapi.yaml src/generated`) },
    dependencies: sorted({ ...manifest.dependencies, [`@keywright/${name}`]: "workspace:^" }),
  });
}

/** The same without a service. */
export function withoutService(present: string, name: string): string {
  const manifest = JSON.parse(present) as Manifest;
  if (manifest.exports[`./${name}`] === undefined) return present;
  return textOf({
    ...manifest,
    exports: without(manifest.exports, `./${name}`),
    publishConfig: { ...manifest.publishConfig, exports: without(manifest.publishConfig.exports, `./${name}`) },
    scripts: { ...manifest.scripts, generate: manifest.scripts.generate.replace(` ../../specs/${name}/openapi.yaml`, "") },
    dependencies: without(manifest.dependencies, `@keywright/${name}`),
  });
}

function without<T>(members: { readonly [key: string]: T }, key: string): { readonly [key: string]: T } {
  return Object.fromEntries(Object.entries(members).filter(([each]) => each !== key));
}

function withEntry(entries: Manifest["exports"], entry: string, target: unknown): Manifest["exports"] {
  const all = Object.entries(entries);
  const end = all.findIndex(([each]) => each.endsWith(".json"));
  return Object.fromEntries([...all.slice(0, end), [entry, target], ...all.slice(end)]);
}

function sorted(members: { readonly [name: string]: string }): { readonly [name: string]: string } {
  return Object.fromEntries(Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function textOf(manifest: object): string {
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}
