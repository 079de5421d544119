import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** One spec of the suite: an OpenAPI document for each of its versions, or the reason why there is none. */
export interface Spec {
  /** Its folder, such as `payload/media-type`. */
  readonly name: string;
  readonly documents: readonly string[];
  readonly problem: string | undefined;
}

interface Compiler {
  readonly NodeHost: unknown;
  compile(
    host: unknown,
    main: string,
    options: object,
  ): Promise<{ readonly diagnostics: readonly { readonly severity: string; readonly code: string; readonly message: string }[] }>;
}

/**
 * Compiles each spec of the suite to OpenAPI 3.1, once per installation.
 *
 * @param suite The folder of `installSuite`.
 */
export async function compileSpecs(suite: string): Promise<Spec[]> {
  const list = join(suite, "specs.json");
  if (existsSync(list)) return JSON.parse(await readFile(list, "utf8")) as Spec[];
  const { compile, NodeHost } = (await import(pathToFileURL(join(suite, "node_modules/@typespec/compiler/dist/src/index.js")).href)) as Compiler;
  const root = join(suite, "node_modules/@typespec/http-specs/specs");
  const mains = (await readdir(root, { recursive: true })).filter((path) => path.endsWith("main.tsp")).sort();
  const specs: Spec[] = [];
  for (const main of mains) {
    const name = dirname(main);
    const folder = join(suite, "openapi", name.replaceAll("/", "."));
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const options = { "openapi-versions": ["3.1.0"], "file-type": "json", "emitter-output-dir": folder };
    let problem: string | undefined;
    try {
      const { diagnostics } = await compile(NodeHost, join(root, main), { emit: ["@typespec/openapi3"], options: { "@typespec/openapi3": options } });
      problem = diagnostics.find(({ severity }) => severity === "error")?.message;
    } catch (error) {
      problem = /\w*Error: .*/.exec((error as Error).message)?.[0] ?? (error as Error).message;
    }
    const files = (await readdir(folder)).filter((file) => file.endsWith(".json"));
    specs.push({ name, documents: problem === undefined ? files.map((file) => join(folder, file)) : [], problem });
  }
  await writeFile(list, JSON.stringify(specs));
  return specs;
}
