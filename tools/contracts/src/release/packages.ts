import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** A published package, and the contracts that it is generated from. */
export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  /** Its folder, relative to the root. */
  readonly folder: string;
  /** The services whose contracts it is generated from. */
  readonly services: readonly string[];
  /** Whether it is the client of its service, which has the contract as one document and its descriptions as documentation. */
  readonly isClient: boolean;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly scripts?: { readonly generate?: string };
}

/** Returns all published packages, sorted by name. A package's script `generate` names its contracts. */
export async function findPackages(root: string): Promise<PublishedPackage[]> {
  const packages: PublishedPackage[] = [];
  for (const name of (await readdir(join(root, "packages"))).sort()) {
    const text = await readFile(join(root, "packages", name, "package.json"), "utf8").catch(() => undefined);
    if (text === undefined) continue;
    const manifest = JSON.parse(text) as Manifest;
    if (manifest.private === true) continue;
    const command = manifest.scripts?.generate ?? "";
    const services = [...command.matchAll(/specs\/([\w-]+)\/openapi\.yaml/g)].map(([, service = ""]) => service);
    packages.push({
      name: manifest.name,
      version: manifest.version,
      folder: `packages/${name}`,
      services,
      isClient: command.startsWith("generate ") && services.length === 1,
    });
  }
  return packages;
}
