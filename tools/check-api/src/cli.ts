import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readCommandLine } from "@keywright/tool-command";
import { findServices, titleOf } from "@keywright/tool-services";
import { checkConsumers, COMPILERS, writeConsumers } from "./check-consumers.ts";
import { checkDeclarations } from "./check-declarations.ts";
import { checkInstantiations } from "./check-instantiations.ts";
import { checkFiles } from "./check-files.ts";
import { checkLoading } from "./check-loading.ts";
import { checkManifest } from "./check-manifest.ts";
import { checkByAttw, checkByPublint } from "./check-tarball.ts";
import { findPublished, packInto, type PackedPackage } from "./packed-package.ts";

readCommandLine("Usage: npx pnpm api\n  Looks at what would be published: declarations, files, and programs that use them.");

const services = findServices();
const root = resolve(import.meta.dirname, "../../..");
const project = await mkdtemp(join(tmpdir(), "keywright-api-"));
let checks = 0;
let total = 0;

/** Prints one check: a line, and below it what it found. */
function report(what: string, findings: readonly string[]): void {
  checks += 1;
  total += findings.length;
  console.log(`${findings.length === 0 ? "ok  " : "FAIL"} ${what}`);
  for (const finding of findings) console.log(`     ${finding}`);
}

try {
  const packages: PackedPackage[] = [];
  for (const folder of await findPublished(root)) packages.push(await packInto(project, root, folder));
  // A package that is not whole would be found wanting again by everything that follows.
  const whole: PackedPackage[] = [];
  for (const packed of packages) {
    const findings = await checkManifest(packed);
    report(`${packed.name}: package.json`, findings);
    if (findings.length === 0) whole.push(packed);
  }
  for (const packed of whole) {
    const { files, foreign, any } = await checkDeclarations(packed);
    report(`${packed.name}: no type of another maker, ${files} declaration files`, foreign);
    report(`${packed.name}: no any`, any);
    report(`${packed.name}: files`, await checkFiles(packed));
    report(`${packed.name}: loads`, await checkLoading(project, packed));
    report(`${packed.name}: publint`, await checkByPublint(packed));
    report(`${packed.name}: attw`, await checkByAttw(packed));
  }
  const consumers = resolve(import.meta.dirname, "../consumers");
  const names = whole.map(({ name }) => name);
  report(`a consumer of each of ${names.length} packages`, await writeConsumers(project, consumers, names, services));
  for (const compiler of Object.values(COMPILERS)) for (const { what, findings } of await checkConsumers(project, compiler)) report(what, findings);
  const clients = Object.fromEntries(services.map((service) => [`${titleOf(service)}Client`, `@keywright/${service}`]));
  if (Object.values(clients).every((name) => names.includes(name))) {
    const { calls, instantiations, findings } = await checkInstantiations(project, clients);
    report(`${instantiations} instantiations for a program with ${calls} calls`, findings);
  }
} finally {
  await rm(project, { recursive: true });
}
console.log(`${checks} checks, ${total} findings`);
process.exitCode = total > 0 ? 1 : 0;
