import { readCommandLine, rejectCommandLine } from "@keywright/tool-test-kit/command";
import { writeClient } from "./generate/write-client.ts";

const USAGE = [
  "Usage: generate-cli.ts <contract.yaml> <folder> [--fetch] [--check] [--readme README.md --errors errors.ts]",
  "  --fetch   also writes fetch.ts, a client of openapi-fetch",
  "  --check   writes nothing; fails if the folder differs from the contract",
  "  --readme  updates the generated sections of a README: the operations, and the errors of the package, from the classes in the file of --errors",
].join("\n");

const options = {
  fetch: { type: "boolean", default: false },
  check: { type: "boolean", default: false },
  readme: { type: "string" },
  errors: { type: "string" },
} as const;
const { values, positionals } = readCommandLine(USAGE, options, 2);
const [spec, folder] = positionals;
if (spec === undefined || folder === undefined) rejectCommandLine(USAGE, "Expected a contract and a folder.");
process.exitCode = await writeClient({ spec, folder, ...values }, console);
