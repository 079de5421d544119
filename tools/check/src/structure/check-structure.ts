import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Manifest, targetsOf } from "@keywright/tool-test-kit/command/packed-package";
import { findServices, findVendors, VENDORS } from "@keywright/tool-test-kit/services";

/** The files that people write for each service, and their purposes. */
const FILES = {
  "README.md": "users start there",
  "src/index.ts": "it exports the client",
  "src/node.ts": "it reads the client's options from the environment",
  "turbo.json": "without its inputs, generated code stays as it was",
  "test/contract.test.ts": "it tests each operation by the examples of its contract",
  "test/types.test-d.ts": "it says what must compile and what must not",
};

/** Generated modules that `src/index.ts` and `src/node.ts` export; they are no entries. */
const INNER_MODULES = ["client.ts", "environment.ts", "index.ts"];

/**
 * Finds what a service lacks: its package, a file, or an entry of its package.json.
 *
 * @returns How many services have a contract, and a line for each thing to do.
 */
export function checkStructure(root: string): { readonly services: number; readonly findings: readonly string[] } {
  const services = findServices(root);
  if (services.length === 0) return { services: 0, findings: ["specs: there is no contract; expected specs/<service>/openapi.yaml."] };
  const folders = [...services.map((service) => `specs/${service}`), ...findVendors(root).map((service) => `${VENDORS}/${service}`)];
  return { services: folders.length, findings: folders.flatMap((specs) => checkPackage(root, basename(specs), specs)) };
}

/** @param specs The folder of its contract. One of others need not have examples for tests. */
function checkPackage(root: string, service: string, specs: string): string[] {
  const place = `packages/${service}`;
  const folder = join(root, place);
  if (!existsSync(join(folder, "package.json"))) return [`${place}: there is no package for ${specs}; run npx pnpm service ${service}.`];
  const findings = Object.entries(FILES)
    .filter(([file]) => !existsSync(join(folder, file)) && !(specs.startsWith(VENDORS) && file === "test/contract.test.ts"))
    .map(([file, why]) => `${place}/${file}: it is missing, and ${why}; run npx pnpm service ${service}, or write it.`);
  const turbo = join(folder, "turbo.json");
  if (existsSync(turbo) && !readFileSync(turbo, "utf8").includes(`${specs}/`))
    findings.push(`${place}/turbo.json: generate does not have ${specs} among its inputs, so generated code stays as it was; add it.`);
  const generated = existsSync(join(folder, "src/generated")) ? readdirSync(join(folder, "src/generated")) : [];
  if (generated.length === 0) return [...findings, `${place}/src/generated: it is empty; run npx pnpm generate.`];
  return [...findings, ...compareEntries(place, JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest, generated)];
}

/** Finds generated modules that are no entries; publint finds entries without a file. */
function compareEntries(place: string, { exports, publishConfig }: Manifest, generated: readonly string[]): string[] {
  const modules = generated.filter((file) => file.endsWith(".ts") && !INNER_MODULES.includes(file)).map((file) => file.slice(0, -3));
  return Object.entries({ exports, "publishConfig.exports": publishConfig?.exports }).flatMap(([list, entries = {}]) =>
    modules
      .filter((name) => !targetsOf(entries[`./${name}`], "").some(([, file]) => file.includes(`/generated/${name}.`)))
      .map((name) => `${place}/package.json: ${list} does not name src/generated/${name}.ts; add the entry ./${name}.`),
  );
}
