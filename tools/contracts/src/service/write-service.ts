import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { factoryOf } from "@keywright/tool-test-kit/services";
import { generate, type GeneratedFiles } from "@keywright/generate";
import { writeClient } from "../generate/write-client.ts";
import { ServiceError } from "./check-name.ts";
import { clientManifest } from "./files/manifest.ts";
import { fillTemplates, type Words, wordsOf, writeMissing } from "./files/templates.ts";

/**
 * Writes a service's package. Of existing files, only generated ones and the manifest's entries
 * change. A second run changes nothing.
 *
 * @param root The root of the repository.
 * @returns The new and changed paths, relative to the root, without generated files.
 * @throws ContractError for an invalid or unsupported contract; {@link ServiceError} otherwise.
 */
export async function writeService(root: string, name: string): Promise<readonly string[]> {
  const spec = join(root, "specs", name, "openapi.yaml");
  const generated = await generate(spec);
  const manifest = `packages/${name}/package.json`;
  const isNew = !existsSync(join(root, manifest));
  const written = [...(await writeMissing(root, await fillTemplates("client", { ...wordsOf(name), ...contractWords(name, generated) }), isNew))];
  const present = await readFile(join(root, manifest), "utf8");
  const entries = clientManifest(present, Object.keys(generated));
  if (JSON.stringify(JSON.parse(entries)) !== JSON.stringify(JSON.parse(present))) {
    await writeFile(join(root, manifest), entries);
    if (!isNew) written.push(manifest);
  }
  const problems: string[] = [];
  const screen = { log: () => {}, error: (line: string) => void problems.push(line) };
  const [folder, readme, errors] = [`packages/${name}/src/generated`, `packages/${name}/README.md`, "packages/core/src/lib/errors.ts"].map((path) =>
    join(root, path),
  ) as [string, string, string];
  if ((await writeClient({ spec, folder, readme, errors }, screen)) !== 0) throw new ServiceError(problems.join("\n"));
  return written;
}

/** Returns the words of the client's templates, from the generated files. */
function contractWords(name: string, files: GeneratedFiles): Words {
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
