import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isVariableName } from "@keywright/generate/contract";
import { camelOf } from "@keywright/tool-test-kit/services";

/** A request that cannot be met: what was expected, what came, what to do. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
}

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * Looks whether a service of this name can have a package.
 *
 * @param root The root of the repository.
 * @throws ServiceError if the name cannot be one, the contract is missing, or the folder holds something else.
 */
export function checkName(root: string, name: string): void {
  if (!NAME.test(name))
    throw new ServiceError(
      `a service is named by small letters and digits, with dashes between words, because types and variables are named after it; got ${JSON.stringify(name)}`,
    );
  // It is the name of the client in all examples.
  if (!isVariableName(camelOf(name))) throw new ServiceError(`${name} is a word of the language and cannot be the name of a client; choose another name`);
  const contract = `specs/${name}/openapi.yaml`;
  const manifest = join(root, "packages", name, "package.json");
  const command = generatorOf(manifest);
  if (existsSync(join(root, "packages", name)) && !command.includes(`../../${contract} `))
    throw new ServiceError(`packages/${name} is there and is not the package of ${contract}; choose another name for the service, or move that folder away`);
  if (!existsSync(join(root, contract))) throw new ServiceError(`${contract} is missing; write the contract first: specs/README.md has the conventions`);
}

/** The command that generates a package; empty if there is none. */
function generatorOf(manifest: string): string {
  if (!existsSync(manifest)) return "";
  try {
    return String((JSON.parse(readFileSync(manifest, "utf8")) as { readonly scripts?: { readonly generate?: string } }).scripts?.generate);
  } catch {
    return "";
  }
}
