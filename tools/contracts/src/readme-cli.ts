import { readFile } from "node:fs/promises";
import { dirname, basename } from "node:path";
import { checkFolder, writeFolder } from "@keywright/generate";
import { readCommandLine, rejectCommandLine } from "@keywright/tool-test-kit/command";
import { withSections } from "@keywright/tool-test-kit/command/sections";
import { codesSection } from "./generate/readme-sections.ts";

const USAGE =
  "Usage: readme-cli.ts <file.md> <errors.ts>… [--check]\n  Updates the table of all error codes in a Markdown file.\n  errors.ts  the classes of core, then those of each package with its own\n  --check  writes nothing; fails if the file is outdated";

const { values, positionals } = readCommandLine(USAGE, { check: { type: "boolean", default: false } }, Infinity);
const [file, core, ...others] = positionals;
if (file === undefined || core === undefined) rejectCommandLine(USAGE, "Expected a Markdown file and files of errors.");
const text = withSections(await readFile(file, "utf8"), { errors: await codesSection(core, others) });
process.exitCode = await (values.check ? checkFolder : writeFolder)(dirname(file), { [basename(file)]: text }, console, { alone: false });
