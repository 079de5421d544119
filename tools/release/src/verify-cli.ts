import { resolve } from "node:path";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import { readBills } from "./check/sbom.ts";
import { verifyRelease } from "./check/verify.ts";

const USAGE = `Usage: npx pnpm release verify [--registry URL] [--unsigned] [folder]
  Installs released packages without scripts, and checks signatures, provenance, licenses,
  lifecycle scripts, bills of materials, and the age of all that they depend on.
  folder      the folder of their bills of materials (*.cdx.json). Default: release
  --registry  of the released packages. Default: the one of npm's configuration
  --unsigned  for a registry without signatures and attestations`;

const options = { registry: { type: "string" }, unsigned: { type: "boolean", default: false } } as const;
const { values, positionals } = readCommandLine(USAGE, options, 1);
const folder = resolve(positionals[0] ?? "release");
try {
  const bills = await readBills(folder);
  if (bills.size === 0)
    throw new Error(`${folder} has no bill of materials; run npx pnpm release pack, or gh release download TAG --pattern '*.cdx.json' --dir ${folder}`);
  const { ages, findings } = await verifyRelease(bills, { registry: values.registry, signed: !values.unsigned });
  for (const [id, age] of [...ages].sort(([, a], [, b]) => a - b)) console.log(`${id.padEnd(48)} ${Math.floor(age).toString().padStart(5)} days old`);
  for (const finding of findings) console.log(`FINDING ${finding}`);
  const signatures = values.unsigned ? "signatures and provenance not checked" : "signatures and provenance checked";
  console.log(`${bills.size} released packages, ${ages.size} installed, ${signatures}, ${findings.length} findings`);
  process.exitCode = findings.length === 0 ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
