import { type Contract, isObject, isServiceName, operationsOf, schemasOf, TAKEN_METHODS } from "../contract/index.ts";
import { feedName } from "./files/feeds-file.ts";
import { EXPORTED_NAMES } from "./files/index-file.ts";
import { constantName, pascalCase, typeNameOf } from "./text/print.ts";
import { typeName, valuesOf } from "./schemas/schema-types.ts";

/** Types in generated files that are not from the contract. */
const USED_TYPES = [
  "BinaryInput",
  "ErrorGuard",
  "FeedOptions",
  "FileInput",
  "Filter",
  "MergePatch",
  "Omit",
  "OneOf",
  "Pick",
  "Promise",
  "Record",
  "Without",
  "ServerSentEvent",
  "UserCredentials",
  "WithRequired",
  "XOR",
];

/** The names of types that no schema can have, even as a second name. */
export const TAKEN_TYPES: ReadonlySet<string> = new Set([...EXPORTED_NAMES, ...USED_TYPES]);

/** The HTTP methods that a client can send and whose response it can return. */
const SENT = new Set(["GET", "HEAD", "PUT", "POST", "PATCH", "DELETE"]);

/**
 * Reports names of a contract that are not valid in generated code, or are not unique there.
 *
 * @returns The names of types that are taken, each with what has it.
 */
export function checkNames(contract: Contract): Map<string, string> {
  if (!isServiceName(contract.service))
    contract.report(
      contract.document,
      `the folder of a contract is the service's name in code, so it must consist of letters and digits with dashes in between, and not be a reserved word of JavaScript; got ${contract.service}. Rename the folder`,
    );
  const taken = new Map([...TAKEN_TYPES].map((name) => [name, "a type of every client"]));
  const service = pascalCase(contract.service);
  for (const name of ["Client", "ClientOptions", "Errors", "Operations", "RawOperations"].map((part) => service + part))
    taken.set(name, "a type of the client");
  checkOperationNames(contract, taken);
  return taken;
}

function checkOperationNames(contract: Contract, taken: Map<string, string>): void {
  const ids = new Map<string, string>();
  for (const { id, method, path, definition } of operationsOf(contract)) {
    const report = (problem: string): void => contract.report(definition, problem);
    if (!SENT.has(method)) report(`${method} ${path} cannot be a method of a client, which sends ${[...SENT].join(", ")}: remove it from the contract`);
    if (typeof definition.operationId !== "string") {
      report(`${method} ${path} must have an operationId, which names the client's method: add one, such as getItem`);
      continue;
    }
    if (TAKEN_METHODS.has(id)) report(`the operationId ${id} is a reserved name of clients: rename the operation`);
    const other = ids.get(pascalCase(id));
    if (other !== undefined) report(`the operationId ${id} has the same input type as ${other}: ${pascalCase(id)}Input. Rename one of them`);
    ids.set(pascalCase(id), id);
    taken.set(`${pascalCase(id)}Input`, `the input of ${id}`);
    if (definition["x-feed"] !== undefined) taken.set(`${pascalCase(feedName(id))}Options`, `the options of the feed of ${id}`);
  }
}

/** Adds a title with another name to each schema whose name is taken. Changes the document. */
export function nameSchemasOnce(contract: Contract, taken: Map<string, string>): void {
  const constants = new Map<string, string>();
  for (const [key, schema] of schemasOf(contract)) {
    const name = typeName(contract, key);
    const rename = (problem: string): void => {
      const free = freeName(contract, key, taken);
      contract.note(schema, problem, `the type ${free}`);
      Object.assign(schema, { title: free });
      taken.set(free, `the schema ${key}`);
    };
    const shown = name === key ? `the schema ${key}` : `the schema ${key}, whose type is ${name},`;
    const other = taken.get(name);
    if (other !== undefined) rename(`${shown} has the name of ${other}: add a title with another name, such as ${pascalCase(contract.service)}${name}`);
    else taken.set(name, `the schema ${key}`);
    if (!isObject(schema) || valuesOf(schema) === undefined) continue;
    const constant = `${constantName(name)}_VALUES`;
    const twin = constants.get(constant);
    if (twin !== undefined && other === undefined)
      rename(`${shown} has the same constant as the schema ${twin}: ${constant}. Add a title with another name to one of them`);
    constants.set(`${constantName(typeName(contract, key))}_VALUES`, key);
  }
}

/** A name for a schema that no other type has. */
function freeName(contract: Contract, key: string, taken: ReadonlyMap<string, string>): string {
  const used = (name: string): boolean => taken.has(name) || schemasOf(contract).some(([other]) => other !== key && typeName(contract, other) === name);
  const [own, titled] = [typeNameOf(key), typeName(contract, key)];
  const found = [own, `${titled}Schema`, pascalCase(contract.service) + titled].find((name) => name !== titled && !used(name));
  if (found !== undefined) return found;
  let number = 2;
  while (used(`${titled}${number}`)) number += 1;
  return `${titled}${number}`;
}
