import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isVariableName } from "@keywright/generate/contract";
import { camelOf, VENDORS } from "@keywright/tool-test-kit/services";

/** An error that the user of the command can fix. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
}

/**
 * Checks that a service of this name can have a package.
 *
 * @param isVendor Whether its contract belongs to others, and may have to be copied first.
 * @throws ServiceError if the name is invalid, the contract missing, or the folder in use.
 */
export function checkName(root: string, name: string, isVendor = false): void {
  if (name === basename(VENDORS)) throw new ServiceError(`${VENDORS} is the folder of contracts of others; choose another name`);
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new ServiceError(`expected a service name of lower-case letters and digits, with dashes between words; got ${JSON.stringify(name)}`);
  // All examples use the name as the client's variable.
  if (!isVariableName(camelOf(name))) throw new ServiceError(`${name} is a reserved word, so it cannot be the name of a client; choose another name`);
  const contract = isVendor ? `${VENDORS}/${name}/` : `specs/${name}/openapi.yaml`;
  const folder = join(root, "packages", name);
  const manifest = join(folder, "package.json");
  const isOwn = existsSync(manifest) && readFileSync(manifest, "utf8").includes(`../../${contract}${isVendor ? "" : " "}`);
  if (existsSync(folder) && !isOwn)
    throw new ServiceError(`packages/${name} exists and is not the package of ${contract}; choose another name for the service, or move that folder`);
  if (!isVendor && !existsSync(join(root, contract)))
    throw new ServiceError(`${contract} is missing; write the contract first: specs/README.md has the conventions`);
}
