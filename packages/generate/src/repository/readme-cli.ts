import { readFile } from "node:fs/promises";
import { dirname, basename } from "node:path";
import { readCommandLine, refuseCommandLine } from "@keywright/tool-test-kit/command";
import { checkFolder, writeFolder } from "../lib/output-folder.ts";
import { errorsSection, withSections } from "./readme-sections.ts";
import { supportSection } from "./support.ts";

const USAGE =
  "Usage: generate-readme <README.md> [--errors <errors.ts>] [--support] [--check]\n  Updates the generated sections of a README: the table of error codes, and the supported features of contracts.\n  --check  writes nothing; fails if the README is outdated";

const { values, positionals } = readCommandLine(
  USAGE,
  { check: { type: "boolean", default: false }, errors: { type: "string" }, support: { type: "boolean", default: false } },
  1,
);
const [readme] = positionals;
if (readme === undefined || (values.errors === undefined && !values.support)) refuseCommandLine(USAGE, "Expected a README, and --errors or --support.");
const text = withSections(await readFile(readme, "utf8"), {
  ...(values.errors === undefined ? {} : { errors: await errorsSection(values.errors, true) }),
  ...(values.support ? { support: supportSection() } : {}),
});
process.exitCode = await (values.check ? checkFolder : writeFolder)(dirname(readme), { [basename(readme)]: text }, console, { alone: false });
