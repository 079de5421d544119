import { readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { findPublished, readManifest, targetsOf } from "@keywright/tool-test-kit/command/packed-package";
import ts from "typescript";
import { readBudgets } from "../structure/budgets.ts";
import { readDeclarations } from "./declarations.ts";

const HEAD =
  "What users of this package can name, as its built declarations say it. A reviewer reads the change of this file. Written by `npx pnpm check api --write`; generated declarations are left out, because their source is committed, and so are those of entries that only generated code imports.";

/**
 * Compares the reports of all packages with their built declarations, or writes them.
 *
 * @param apart Entries that only generated code imports, such as `@keywright/core/client`.
 * @returns A line for each report that differs from the declarations, or was written.
 */
export async function checkReports(root: string, write: boolean, apart = readBudgets().apart): Promise<string[]> {
  const lines: string[] = [];
  for (const folder of await findPublished(root)) {
    const file = join(folder, "api.md");
    const place = relative(root, file);
    const committed = await readFile(file, "utf8").catch(() => "");
    const report = await reportOf(folder, apart);
    if (report === committed) continue;
    if (write) await writeFile(file, report);
    lines.push(write ? `wrote ${place}` : `${place} is not what the declarations say; run npx pnpm check api --write and review the change.`);
  }
  return lines;
}

/** The report of a built package: its entries, and each declaration that they reach. */
async function reportOf(folder: string, apart: readonly string[]): Promise<string> {
  const { name, publishConfig: { exports, bin } = {} } = await readManifest(folder);
  const printer = ts.createPrinter({ removeComments: true });
  const shown = Object.fromEntries(Object.entries(exports ?? {}).filter(([entry]) => !apart.includes(name + entry.slice(1))));
  const sources = (await readDeclarations({ folder, manifest: { name, exports: shown } })).filter(({ fileName }) => !fileName.includes("/dist/generated/"));
  const files = sources.map((source) => [relative(folder, source.fileName), printer.printFile(source).trim()] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  const entries = [...targetsOf(exports, "exports"), ...targetsOf(bin, "bin")].map(([path, target]) => `- \`${path}\` is ${target}`);
  const parts = files.map(([file, text]) => `## ${file}\n\n\`\`\`ts\n${text}\n\`\`\`\n`);
  return [`# The public declarations of ${name}\n`, `${HEAD}\n`, `${entries.join("\n")}\n`, ...parts].join("\n");
}
