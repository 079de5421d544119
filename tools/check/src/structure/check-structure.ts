import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findServices } from "@keywright/tool-test-kit/services";
import { compareEntries } from "./compare-entries.ts";

/** The files that people write for each service, and their purposes. `test/contract.test.ts` tests each operation by the examples of its contract. */
const FILES = {
  "README.md": "users start there",
  "src/index.ts": "it exports the client",
  "src/node.ts": "it reads the client's options from the environment",
  "turbo.json": "without its inputs, generated code stays as it was",
  "test/contract.test.ts": "it tests each operation by the examples of its contract",
  "test/types.test-d.ts": "it says what must compile and what must not",
};

/**
 * Finds what a service lacks: its package, a file, or an entry of its package.json. The compiler and a test compare the names in the code.
 *
 * @returns How many services have a contract, and a line for each thing to do.
 */
export function checkStructure(root: string): { readonly services: number; readonly findings: readonly string[] } {
  const services = findServices(root);
  if (services.length === 0) return { services: 0, findings: ["specs: there is no contract; expected specs/<service>/openapi.yaml."] };
  return { services: services.length, findings: services.flatMap((service) => checkPackage(root, service)) };
}

function checkPackage(root: string, service: string): string[] {
  const place = `packages/${service}`;
  const folder = join(root, place);
  if (!existsSync(join(folder, "package.json"))) return [`${place}: there is no package for specs/${service}/openapi.yaml; run npx pnpm service ${service}.`];
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as object;
  const generated = existsSync(join(folder, "src/generated")) ? readdirSync(join(folder, "src/generated")) : [];
  const missing = Object.entries(FILES).filter(([file]) => !existsSync(join(folder, file)));
  const turbo = existsSync(join(folder, "turbo.json")) ? readFileSync(join(folder, "turbo.json"), "utf8") : "";
  return [
    ...missing.map(([file, why]) => `${place}/${file}: it is missing, and ${why}; run npx pnpm service ${service}, or write it.`),
    ...(turbo === "" || turbo.includes(`specs/${service}/`)
      ? []
      : [`${place}/turbo.json: generate does not have specs/${service} among its inputs, so generated code stays as it was; add it.`]),
    ...(generated.length === 0 ? [`${place}/src/generated: it is empty; run npx pnpm generate.`] : compareEntries(place, manifest, generated)),
  ];
}
