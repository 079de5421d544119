import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeFindings, generate } from "@keywright/generate";
import { ContractError, type Finding } from "@keywright/generate/contract";
import { VENDORS } from "@keywright/tool-test-kit/services";
import { vendorOptions, writeGenerated } from "../generate/write-client.ts";
import { ServiceError } from "./check-name.ts";
import { fillTemplates, wordsOf } from "./files/templates.ts";
import { contractWords, writePackage } from "./write-service.ts";
import { copyOfContract } from "./copy-contract.ts";

/**
 * Writes the client package of a contract that belongs to others. A second run takes the files
 * that it gets in place of those of the first.
 *
 * @param files The contract's first file, and files of overlays.
 * @param say Receives what the generator chose.
 * @returns The new and changed paths, without generated files.
 * @throws {@link ServiceError} if no client can be generated; a new package is then not begun.
 */
export async function writeVendor(root: string, name: string, files: readonly string[], say: (line: string) => void): Promise<readonly string[]> {
  const { originals, files: copies, make } = copyOfContract(root, name, files);
  const [[original = "", ...overlays], [contract = "", ...changes]] = [originals, copies];
  const notes: Finding[] = [];
  const spec = join(root, contract);
  const options = { ...vendorOptions(name, spec, overlays, root), onNote: (note: Finding) => notes.push(note) };
  // Before the copy is made, because it can take the place of one that works.
  const generated = await generate(original, options).catch((error: unknown) => {
    throw error instanceof ContractError && error.findings.length > 0 ? new ServiceError(describeFindings(error.findings)) : error;
  });
  await make();
  const words = contractWords(name, generated);
  // A title can have words that this repository avoids, and characters that end a text.
  const title = (words["title"] ?? "").replaceAll(/[`"\\\s]+/g, " ").trim();
  const command = [`../../${contract} src/generated --vendor ${name}`, ...changes.map((path) => `--overlay ../../${path}`)].join(" ");
  const texts = { ...wordsOf(name), ...words, title, inputs: `${VENDORS}/${name}/**`, generated: command, development: "", contract };
  const { [`packages/${name}/test/contract.test.ts`]: _, ...own } = { ...(await fillTemplates("client", texts)), ...(await fillTemplates("vendor", texts)) };
  const written = await writePackage(root, name, Object.keys(generated), own);
  const manifest = join(root, "packages", name, "package.json");
  await writeFile(manifest, (await readFile(manifest, "utf8")).replace(/\S+ src\/generated [^"]*/, command));
  await writeGenerated({ spec, folder: join(root, "packages", name, "src/generated") }, generated);
  if (notes.length > 0) say(describeFindings(notes));
  return written;
}
