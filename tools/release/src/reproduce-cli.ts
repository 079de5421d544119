import { printErrors, readCommandLine } from "@keywright/tool-test-kit/command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { findRegistry } from "./publish/packed-release.ts";
import { compareWithRegistry, readReleased, rebuild } from "./check/reproduce.ts";

const USAGE = `Usage: npx pnpm release reproduce [--registry URL] PACKAGE@VERSION…
  Builds released packages from their tags, and compares the tarballs with those of the registry.
  An example: npx pnpm release reproduce @keywright/vault@0.1.0
  --registry  Default: the one of npm's configuration`;

const { positionals, values } = readCommandLine(USAGE, { registry: { type: "string" } }, Number.MAX_SAFE_INTEGER);
printErrors();
if (positionals.length === 0) throw new Error(`PACKAGE@VERSION is missing.\n${USAGE}`);
const registry = values.registry ?? (await findRegistry(ROOT));
const findings: string[] = [];
await rebuild(ROOT, positionals.map(readReleased), async (one, sha512) => {
  const finding = await compareWithRegistry(registry, one, sha512);
  if (finding !== undefined) findings.push(finding);
  console.log(finding === undefined ? `${`${one.name}@${one.version}`.padEnd(32)} equal, sha512 ${sha512.slice(0, 16)}…` : `FINDING ${finding}`);
});
console.log(`${positionals.length} packages built from their tags and compared with ${registry}, ${findings.length} findings`);
process.exitCode = findings.length === 0 ? 0 : 1;
