import { relative } from "node:path";
import { findPublished, readManifest } from "@keywright/tool-test-kit/command/packed-package";

/** A published package, and the contracts that it is generated from. */
export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  /** Its folder, relative to the root. */
  readonly folder: string;
  /** The services whose contracts it is generated from. */
  readonly services: readonly string[];
  /** Whether it is its service's client, with the contract as a document and documentation. */
  readonly isClient: boolean;
}

/** Returns published packages by name. A package's script `generate` names its contracts. */
export async function findPackages(root: string): Promise<readonly PublishedPackage[]> {
  const packages = (await findPublished(root)).map(async (folder) => {
    const { name, version, scripts } = await readManifest(folder);
    const { generate = "" } = (scripts ?? {}) as { readonly generate?: string };
    const services = [...generate.matchAll(/specs\/([\w-]+)\/openapi\.yaml/g)].map(([, service = ""]) => service);
    const path = relative(root, folder);
    return { name, version: String(version), folder: path, services, isClient: path === `packages/${services.join()}` };
  });
  return Promise.all(packages);
}
