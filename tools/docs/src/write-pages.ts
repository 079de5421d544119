import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { ROOT } from "./places.ts";

/** Programs fit into a page of so many characters: the repository's lines are longer. */
const FORMAT = JSON.stringify({ printWidth: 68, proseWrap: "never" });

/**
 * Writes pages into a folder, with their programs formatted for the width of a page. Their names have no extension.
 *
 * @throws Error with the output of the formatter if it fails.
 */
export async function writePages(folder: string, pages: ReadonlyMap<string, string>): Promise<void> {
  // The formatter leaves out what git ignores, as it does the folder of the site.
  const unformatted = await mkdtemp(join(tmpdir(), "keywright-pages-"));
  try {
    for (const [name, text] of pages) {
      const file = join(unformatted, `${name}.md`);
      await mkdir(dirname(file), { recursive: true });
      // As modules, programs may use `await` outside of functions.
      await writeFile(file, text.replaceAll(/^```ts\b/gm, "```mts"));
    }
    const config = join(unformatted, ".oxfmtrc.json");
    await writeFile(config, FORMAT);
    const { ok, output } = await runCommand(join(ROOT, "node_modules/.bin/oxfmt"), ["-c", config, unformatted], { folder: unformatted });
    if (!ok) throw new Error(`the pages cannot be formatted\n${output}`);
    for (const name of pages.keys()) {
      const file = join(folder, `${name}.md`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, (await readFile(join(unformatted, `${name}.md`), "utf8")).replaceAll(/^```mts\b/gm, "```ts"));
    }
  } finally {
    await rm(unformatted, { recursive: true, force: true });
  }
}
