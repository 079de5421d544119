import { readCommandLine, rejectCommandLine } from "@keywright/tool-test-kit/command";
import { vendorOptions, writeClient } from "./generate/write-client.ts";

const USAGE = [
  "Usage: generate-cli.ts <contract.yaml> <folder> [--fetch] [--check] [--readme README.md --errors errors.ts]",
  "       generate-cli.ts <contract> <folder> --vendor <service> [--overlay <file>] [--check]",
  "  --fetch   also writes fetch.ts, a client of openapi-fetch",
  "  --overlay a file of OpenAPI Overlay, with changes of the contract; repeatable",
  "  --check   writes nothing; fails if the folder differs from the contract",
  "  --readme  updates the generated sections of a README: the operations, and the errors of the package, from the classes in the file of --errors",
  "  --vendor  a service whose contract belongs to others, so that no rule of this repository applies",
].join("\n");

const options = {
  fetch: { type: "boolean", default: false },
  check: { type: "boolean", default: false },
  readme: { type: "string" },
  errors: { type: "string" },
  vendor: { type: "string" },
  overlay: { type: "string", multiple: true },
} as const;
const { values, positionals } = readCommandLine(USAGE, options, 2);
const [spec, folder] = positionals;
if (spec === undefined || folder === undefined) rejectCommandLine(USAGE, "Expected a contract and a folder.");
const { vendor, overlay: overlays = [] } = values;
const reading = vendor === undefined ? {} : vendorOptions(vendor, spec, overlays);
process.exitCode = await writeClient({ spec, folder, ...values, reading }, console);
