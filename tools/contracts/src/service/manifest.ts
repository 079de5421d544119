type Exports = { readonly [entry: string]: unknown };

interface Manifest {
  readonly exports: Exports;
  readonly publishConfig: { readonly access: string; readonly exports: Exports };
}

/** Generated modules that a contract gives in any case, and those that it may give, as entries. */
const ENTRIES = ["schema", "operations", "feeds", "filters", "values"];

/**
 * The manifest of a client. Of one that is there already, only the entries of generated modules are brought up to date.
 *
 * @param modules The generated modules, such as `operations.ts`.
 */
export function manifestOf(name: string, title: string, modules: readonly string[], present: string | undefined): string {
  const manifest = (present === undefined ? newManifest(name, title) : JSON.parse(present)) as Manifest;
  const generated = ENTRIES.filter((entry) => modules.includes(`${entry}.ts`));
  const changed = {
    ...manifest,
    exports: withEntries(manifest.exports, generated, (entry) => `./src/generated/${entry}.ts`),
    publishConfig: { ...manifest.publishConfig, exports: withEntries(manifest.publishConfig.exports, generated, (entry) => built(`generated/${entry}`)) },
  };
  return `${JSON.stringify(changed, undefined, 2)}\n`;
}

/** The entries with those of the generated modules: what is there keeps its place, what is new goes before the document and the manifest. */
function withEntries(entries: Exports, generated: readonly string[], targetOf: (entry: string) => unknown): Exports {
  const kept = Object.entries(entries).filter(([entry]) => !ENTRIES.includes(entry.slice(2)) || generated.includes(entry.slice(2)));
  const fresh = generated.filter((entry) => entries[`./${entry}`] === undefined).map((entry) => [`./${entry}`, targetOf(entry)] as const);
  const end = kept.findIndex(([entry]) => entry.endsWith(".json"));
  return Object.fromEntries([...kept.slice(0, end), ...fresh, ...kept.slice(end)]);
}

function built(path: string): object {
  return { types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` };
}

function newManifest(name: string, title: string): object {
  return {
    name: `@keywright/${name}`,
    version: "0.0.0",
    description: `Client of the ${title}.`,
    keywords: ["api-client", "openapi", name],
    license: "MIT",
    type: "module",
    sideEffects: false,
    engines: { node: "^20.19 || >=22.12" },
    files: ["CHANGELOG.md", "dist"],
    exports: {
      ".": "./src/index.ts",
      "./node": "./src/node.ts",
      "./openapi.json": "./src/generated/openapi.json",
      "./package.json": "./package.json",
    },
    publishConfig: { access: "public", exports: { ".": built("index"), "./node": built("node"), "./package.json": "./package.json" } },
    scripts: {
      generate: `generate ../../specs/${name}/openapi.yaml src/generated --readme README.md --errors ../core/src/lib/errors.ts`,
      build: "node --import tsx ../../tools/release/src/build-cli.ts",
    },
    dependencies: { "@keywright/core": "workspace:^" },
    devDependencies: { "@keywright/generate": "workspace:*", "@keywright/tool-test-kit": "workspace:*" },
  };
}
