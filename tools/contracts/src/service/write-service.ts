import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { factoryOf } from "@keywright/tool-test-kit/services";
import { generate, type GeneratedFiles } from "@keywright/generate";
import { writeGenerated } from "../generate/write-client.ts";
import { clientManifest } from "./files/manifest.ts";
import { fillTemplates, type Words, wordsOf, writeMissing } from "./files/templates.ts";

/**
 * Writes a service's package. Of existing files, only generated ones and the manifest's entries
 * change. A second run changes nothing.
 *
 * @returns The new and changed paths, relative to the root, without generated files.
 * @throws ContractError for an invalid or unsupported contract.
 */
export async function writeService(root: string, name: string): Promise<readonly string[]> {
  const spec = join(root, "specs", name, "openapi.yaml");
  const generated = await generate(spec);
  const words = {
    ...contractWords(name, generated),
    inputs: `specs/${name}/**/*.yaml`,
    generated: `../../specs/${name}/openapi.yaml src/generated --readme README.md --errors ../core/src/lib/errors.ts`,
    development: ',\n  "devDependencies": { "@keywright/tool-test-kit": "workspace:*" }',
  };
  const written = await writePackage(root, name, Object.keys(generated), await fillTemplates("client", { ...wordsOf(name), ...words }));
  const [folder, readme] = [join(root, "packages", name, "src/generated"), join(root, "packages", name, "README.md")];
  await writeGenerated({ spec, folder, readme, errors: join(root, "packages/core/src/lib/errors.ts") }, generated);
  return written;
}

/** Writes the missing files of a client, and entries of its modules. Returns changed paths. */
export async function writePackage(root: string, name: string, modules: readonly string[], files: { readonly [path: string]: string }): Promise<string[]> {
  const manifest = `packages/${name}/package.json`;
  const isNew = !existsSync(join(root, manifest));
  const written = [...(await writeMissing(root, files, isNew))];
  const present = await readFile(join(root, manifest), "utf8");
  const entries = clientManifest(present, modules);
  if (JSON.stringify(JSON.parse(entries)) !== JSON.stringify(JSON.parse(present))) {
    await writeFile(join(root, manifest), entries);
    if (!isNew) written.push(manifest);
  }
  return written;
}

/** Returns the words of the client's templates, from the generated files. */
export function contractWords(name: string, files: GeneratedFiles): Words {
  const { title, summary } = (JSON.parse(files["openapi.json"]) as { readonly info: { readonly title: string; readonly summary?: string } }).info;
  const example = exampleIn(files["client.ts"], name);
  return {
    title,
    summary: summary === undefined || summary === "" ? "" : ` ${summary}`,
    example,
    options: /Client\(\{ (.*) \}\);/.exec(example)?.[1] ?? "",
    values: "values.ts" in files ? ` The known values of every enumeration are in \`@keywright/${name}/values\`.` : "",
  };
}

/** The example of the generated factory, which creates the client and calls an operation. */
function exampleIn(client: string, name: string): string {
  const before = client.slice(0, client.indexOf(`\nexport function ${factoryOf(name)}(`));
  const [, example = ""] = /[\s\S]*```ts\n([\s\S]*?)\n \* ```/.exec(before) ?? [];
  return example.replaceAll(/^ \* ?/gm, "");
}
