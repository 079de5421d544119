import { readFile } from "node:fs/promises";
import { dirname, basename } from "node:path";
import { readCommandLine, refuseCommandLine } from "@keywright/tool-test-kit/command";
import { checkFolder, writeFolder } from "../lib/output-folder.ts";
import { codesSection, withSections } from "./readme-sections.ts";
import { supportSection } from "./support.ts";

const USAGE =
  "Usage: generate-readme <file.md> [--errors <errors.ts>]… [--support] [--check]\n  Updates the generated sections of a Markdown file: the table of all error codes, and the supported features of contracts.\n  --errors  the classes of core, then those of each package with its own\n  --check  writes nothing; fails if the file is outdated";

const { values, positionals } = readCommandLine(
  USAGE,
  { check: { type: "boolean", default: false }, errors: { type: "string", multiple: true }, support: { type: "boolean", default: false } },
  1,
);
const [file] = positionals;
if (file === undefined || (values.errors === undefined && !values.support)) refuseCommandLine(USAGE, "Expected a file, and --errors or --support.");
const text = withSections(await readFile(file, "utf8"), {
  ...(values.errors === undefined ? {} : { errors: await codesSection(values.errors[0] ?? "", values.errors.slice(1)) }),
  ...(values.support ? { support: supportSection() } : {}),
});
process.exitCode = await (values.check ? checkFolder : writeFolder)(dirname(file), { [basename(file)]: text }, console, { alone: false });
