import { readFile } from "node:fs/promises";
import { dirname, basename } from "node:path";
import { readCommandLine, refuseCommandLine } from "@keywright/tool-command";
import { checkFolder, writeFolder } from "./output-folder.ts";
import { errorsSection, withSections } from "./readme-sections.ts";

const USAGE =
  "Usage: generate-readme <README.md> --errors <errors.ts> [--check]\n  Brings the table of error codes in a README up to date.\n  --check  write nothing; fail when it is not";

const { values, positionals } = readCommandLine(USAGE, { check: { type: "boolean", default: false }, errors: { type: "string" } }, 1);
const [readme] = positionals;
if (readme === undefined || values.errors === undefined) refuseCommandLine(USAGE, "The README and --errors are needed.");
const text = withSections(await readFile(readme, "utf8"), { errors: await errorsSection(values.errors, true) });
process.exitCode = await (values.check ? checkFolder : writeFolder)(dirname(readme), { [basename(readme)]: text }, console, { alone: false });
