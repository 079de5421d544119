import { join, relative } from "node:path";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import { formatFinding } from "@keywright/generate/contract";
import { findServices, ROOT } from "@keywright/tool-test-kit/services";
import { loadConfig } from "@redocly/openapi-core";
import { checkContract } from "./examples/check-contract.ts";

readCommandLine("Usage: npx pnpm check contracts\n  Checks the rules of the contracts, their examples, and whether clients can be generated from them.");

const specs = join(ROOT, "specs");
const config = await loadConfig({ configPath: join(specs, "redocly.yaml") });
const files = findServices().map((service) => join(specs, service, "openapi.yaml"));

let total = 0;
for (const file of files) {
  const { findings, counts } = await checkContract(file, config);
  total += findings.length;
  for (const finding of findings) console.log(formatFinding(finding, ROOT));
  const looked = counts === undefined ? "not readable" : `${counts.operations} operations, ${counts.examples} examples, ${counts.lists} paginated lists`;
  console.log(`${relative(ROOT, file)}: ${looked}, ${findings.length} findings`);
}
if (files.length === 0) console.log("Expected specs/<service>/openapi.yaml; got no contract. Add one.");
console.log(`${files.length} contracts, ${total} findings`);
process.exitCode = total > 0 || files.length === 0 ? 1 : 0;
