import { join } from "node:path";
import { isFile } from "./files.ts";

/**
 * Looks for the package of each service.
 *
 * @returns A line for each service without one, and the services that have one.
 */
export async function missingPackages(root: string, all: readonly string[]): Promise<{ readonly findings: string[]; readonly services: string[] }> {
  const findings: string[] = [];
  const services: string[] = [];
  for (const service of all) {
    if (await isFile(join(root, "packages", service, "package.json"))) services.push(service);
    else findings.push(`packages/${service}: there is no package for specs/${service}/openapi.yaml; run npx pnpm service ${service}.`);
  }
  return { findings, services };
}
