import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import { findServices, findVendors, ROOT } from "@keywright/tool-test-kit/services";
import { checkConsumers, COMPILERS, writeConsumers } from "./api/check-consumers.ts";
import { checkInstantiations } from "./api/check-instantiations.ts";
import { checkDeclarations } from "./api/declarations.ts";
import { checkReports } from "./api/report.ts";
import { checkByAttw, checkByPublint } from "./api/check-tarball.ts";
import { packInto } from "@keywright/tool-test-kit/command/packed-package";

const USAGE =
  "Usage: npx pnpm check api [--write]\n  Checks the published packages: declarations, files, and programs that use them.\n  --write  only writes the reports of the declarations, packages/<name>/api.md";
const { values } = readCommandLine(USAGE, { write: { type: "boolean", default: false } });

if (values.write) {
  for (const line of await checkReports(ROOT, true)) console.log(line);
  process.exit(0);
}
const services = [...findServices(), ...findVendors()];
const project = await mkdtemp(join(tmpdir(), "keywright-api-"));
let checks = 0;
let total = 0;

function report(what: string, findings: readonly string[]): void {
  checks += 1;
  total += findings.length;
  console.log(`${findings.length === 0 ? "ok  " : "FAIL"} ${what}`);
  for (const finding of findings) console.log(`     ${finding}`);
}

try {
  report("the reports of the declarations", await checkReports(ROOT, false));
  const packages = await packInto(project, ROOT);
  for (const packed of packages) {
    report(`${packed.name}: publint`, await checkByPublint(packed));
    const { files, findings } = await checkDeclarations(packed);
    report(`${packed.name}: no type of another maker and no any in ${files} declaration files`, findings);
    if (files > 0) report(`${packed.name}: attw`, await checkByAttw(packed));
  }
  const consumers = resolve(import.meta.dirname, "../consumers");
  const names = packages.map(({ name }) => name);
  report(`a consumer of each of ${names.length} packages`, await writeConsumers(project, consumers, names, services));
  // npx pnpm test packages also has the compilers between these.
  for (const compiler of [COMPILERS["typescript-5.4"], COMPILERS["typescript-7"]])
    for (const { name, modules, findings } of await checkConsumers(project, compiler)) report(`consumers, ${name}, ${modules}`, findings);
  const { instantiations, findings } = await checkInstantiations(project, services);
  report(`${instantiations} instantiations for a program with all calls`, findings);
} finally {
  await rm(project, { recursive: true });
}
console.log(`${checks} checks, ${total} findings`);
process.exitCode = total > 0 ? 1 : 0;
