import { readFile } from "node:fs/promises";
import { checkFolder, writeFolder } from "@keywright/generate";
import { readCommandLine, rejectCommandLine } from "@keywright/tool-test-kit/command";
import { codesSection, stylesSections, withTables } from "./generate/readme-sections.ts";

const USAGE =
  "Usage: readme-cli.ts <file.md>… <errors.ts>… [--check]\n  Updates the tables of all error codes, and of all pagination styles, in Markdown files.\n  errors.ts  the classes of core, then those of each package with its own\n  --check  writes nothing; fails if a file is outdated";

const { values, positionals } = readCommandLine(USAGE, { check: { type: "boolean", default: false } }, Infinity);
const files = positionals.filter((file) => file.endsWith(".md"));
const [core, ...others] = positionals.filter((file) => !files.includes(file));
if (files.length === 0 || core === undefined) rejectCommandLine(USAGE, "Expected Markdown files and files of errors.");
const sections = { errors: await codesSection(core, others), ...stylesSections() };
const texts = await Promise.all(files.map(async (file) => [file, await withTables(await readFile(file, "utf8"), sections)]));
process.exitCode = await (values.check ? checkFolder : writeFolder)(".", Object.fromEntries(texts), console, { alone: false });
