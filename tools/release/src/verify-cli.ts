import { resolve } from "node:path";
import { printErrors, readCommandLine } from "@keywright/tool-test-kit/command";
import { readManifest } from "@keywright/tool-test-kit/command/packed-package";
import { ROOT } from "@keywright/tool-test-kit/services";
import { readBills } from "./check/sbom.ts";
import { verifyRelease } from "./check/verify.ts";

const USAGE = `Usage: npx pnpm release verify [--registry URL] [--unsigned] [folder]
  Installs released packages without scripts, checks signatures, provenance, licenses,
  lifecycle scripts and bills of materials, and prints the age of all that was installed.
  folder      the folder of their bills of materials (*.cdx.json). Default: release
  --registry  of the released packages. Default: the one of npm's configuration
  --unsigned  for a registry without signatures and attestations`;

const options = { registry: { type: "string" }, unsigned: { type: "boolean", default: false } } as const;
const { values, positionals } = readCommandLine(USAGE, options, 1);
const folder = resolve(positionals[0] ?? "release");

/** Returns the address of this repository like provenance has it. */
async function readRepository(): Promise<string> {
  const { repository } = (await readManifest(ROOT)) as { readonly repository?: string | { readonly url: string } };
  if (repository === undefined) throw new Error("package.json has no repository to compare provenance with; set it, or use --unsigned");
  return (typeof repository === "string" ? repository : repository.url).replace(/^git\+/, "").replace(/\.git$/, "");
}

printErrors();
const bills = await readBills(folder);
if (bills.size === 0)
  throw new Error(`${folder} has no bill of materials; run npx pnpm release pack, or gh release download TAG --pattern '*.cdx.json' --dir ${folder}`);
const { ages, findings } = await verifyRelease(bills, { registry: values.registry, repository: values.unsigned ? undefined : await readRepository() });
for (const [id, age] of [...ages].sort(([, a = -1], [, b = -1]) => a - b))
  console.log(`${id.padEnd(48)} ${age === undefined ? "of unknown age" : `${Math.floor(age).toString().padStart(5)} days old`}`);
for (const finding of findings) console.log(`FINDING ${finding}`);
const signatures = values.unsigned ? "signatures and provenance not checked" : "signatures and provenance checked";
console.log(`${bills.size} released packages, ${ages.size} installed, ${signatures}, ${findings.length} findings`);
process.exitCode = findings.length === 0 ? 0 : 1;
