import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { type Contract, documentContract, type Json } from "@keywright/generate/contract";
import { readContract } from "@keywright/generate";
import { findPublished, readManifest } from "@keywright/tool-test-kit/command/packed-package";
import { findVendors } from "@keywright/tool-test-kit/services";

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

/** Returns the contract of a service as it is now: that of a vendor by its generated document. */
export async function contractOf(root: string, service: string): Promise<Contract> {
  if (!findVendors(root).includes(service)) return readContract(join(root, "specs", service, "openapi.yaml"));
  const document = await readFile(join(root, "packages", service, "src/generated/openapi.json"), "utf8");
  return documentContract(service, JSON.parse(document) as Json, { isLenient: true });
}

/** Returns published packages by name. A package's script `generate` names its contracts. */
export async function findPackages(root: string): Promise<readonly PublishedPackage[]> {
  const packages = (await findPublished(root)).map(async (folder) => {
    const { name, version, scripts } = await readManifest(folder);
    const { generate = "" } = (scripts ?? {}) as { readonly generate?: string };
    const services = [...generate.matchAll(/specs\/([\w-]+)\/openapi\.yaml|--vendor ([\w-]+)/g)].map(([, service = "", vendor = service]) => vendor);
    const path = relative(root, folder);
    return { name, version: String(version), folder: path, services, isClient: path === `packages/${services.join()}` };
  });
  return Promise.all(packages);
}
