import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { factoryOf } from "@keywright/tool-test-kit/services";
import { generate } from "@keywright/generate";
import { runCommand } from "@keywright/generate/command";
import { ServiceError } from "./check-name.ts";
import type { Facts } from "./facts.ts";
import { manifestOf } from "./manifest.ts";
import { packageFiles } from "./package-files.ts";

/** What of the bundled document is read here. */
interface Document {
  readonly info: { readonly title: string; readonly summary?: string };
}

/**
 * Writes the package of a service from its contract. What is there already is left as it is, but for generated files and the entries of the manifest: a second run
 * changes nothing.
 *
 * @param root The root of the repository.
 * @returns The paths that were written anew or changed, from the root; generated files are not listed.
 * @throws ContractError if the contract is broken or has what is not supported; {@link ServiceError} if the generator fails.
 */
export async function writeService(root: string, name: string): Promise<readonly string[]> {
  const spec = join(root, "specs", name, "openapi.yaml");
  const facts = await factsOf(spec, name);
  const folder = join(root, "packages", name);
  const manifest = join(folder, "package.json");
  const present = existsSync(manifest) ? await readFile(manifest, "utf8") : undefined;
  const written: string[] = [];
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
    written.push(path);
  };
  const entries = manifestOf(name, facts.title, facts.modules, present);
  if (present === undefined || JSON.stringify(JSON.parse(entries)) !== JSON.stringify(JSON.parse(present)))
    await write(`packages/${name}/package.json`, entries);
  // A change set goes with a package that is new; later it is gone, in a release.
  for (const [path, text] of Object.entries(packageFiles(facts)))
    if (!existsSync(join(root, path)) && (present === undefined || !path.startsWith(".changeset/"))) await write(path, text);
  const problems: string[] = [];
  const readme = ["--readme", join(folder, "README.md"), "--errors", join(root, "packages/core/src/lib/errors.ts")];
  const screen = { log: () => {}, error: (line: string) => void problems.push(line) };
  if ((await runCommand([spec, join(folder, "src/generated"), ...readme], screen)) !== 0) throw new ServiceError(problems.join("\n"));
  return written;
}

async function factsOf(spec: string, name: string): Promise<Facts> {
  const files = await generate(spec);
  const { info } = JSON.parse(files["openapi.json"]) as Document;
  const operations = [...files["operations.ts"].matchAll(/^ {4}id: "(\w+)",$/gm)].map(([, id = ""]) => id);
  return {
    name,
    title: info.title,
    summary: info.summary ?? "",
    operations,
    modules: Object.keys(files),
    example: exampleIn(files["client.ts"], name),
    environment: environmentIn(files["environment.ts"]),
  };
}

function exampleIn(client: string, name: string): string {
  const before = client.slice(0, client.indexOf(`\nexport function ${factoryOf(name)}(`));
  const [, example = ""] = /[\s\S]*```ts\n([\s\S]*?)\n \* ```/.exec(before) ?? [];
  return example.replaceAll(/^ \* ?/gm, "");
}

function environmentIn(source: string): string {
  const [, sentence = ""] = /\n \* (Returns [\s\S]*?)\n \*\n/.exec(source) ?? [];
  return sentence.replaceAll(/\n \* ?/g, " ");
}
