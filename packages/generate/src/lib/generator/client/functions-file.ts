import { contractParts } from "./client-factory.ts";
import { clientOptions, credentialsOf } from "./client-options.ts";
import { functionDocs } from "./client-file.ts";
import type { Operation } from "@keywright/core/client";
import { withPlace } from "../../contract/index.ts";
import { rowName, variableName } from "../rows/row-name.ts";
import { namedServers } from "../rows/servers.ts";
import type { ClientModel, ClientOperation } from "../rows/operation-rows.ts";
import { type Code, clientType, clientValue, code, importStatements, joinCode, openapiValue, partsValue } from "../text/code.ts";
import { key, pascalCase, toSource } from "../text/print.ts";

/** Returns `functions.ts`: each operation as a function, with what it alone needs from core. */
export function functionsFile(model: ClientModel): string {
  const { contract, operations, extension } = model;
  const service = pascalCase(contract.service);
  const options = clientOptions(contract, operations);
  const isOwn = options.source.text !== "";
  const types = [`${service}Operations`, `${service}RawOperations`, ...(isOwn ? [options.name.text] : [])];
  const made = operations.flatMap((operation) => withPlace(contract, operation, () => [{ id: operation.id, ...functionOf(model, operation) }]) ?? []);
  const { imports } = joinCode(made.flatMap(({ type, value }) => [type, value]));
  const taken = ["rows", "CREDENTIALS", "SERVERS", ...imports.map(({ name }) => name)];
  const credentials = credentialsOf(operations.map(({ row }) => row));
  const servers = [...namedServers(contract, operations).keys()];
  const functions = made.map(({ id, docs, type, value }) => {
    const name = variableName(id, taken);
    return `${docs}${name === id ? "export " : ""}const ${name}: ${type.text} = /* @__PURE__ */ ${value.text};\n${name === id ? "" : `export { ${name} as ${id} };\n`}`;
  });
  return [
    isOwn ? "" : 'import type { ClientOptions } from "@keywright/core";\n',
    importStatements([...imports, ...(credentials.length === 0 ? [] : clientType("Credential").imports)]),
    `import type { ${types.sort().join(", ")} } from "./client.${extension}";\n`,
    `import * as rows from "./operations.${extension}";\n\n`,
    // Core exports it, too, if an operation has its name.
    operations.some(({ id }) => id === "clientSettings") ? "" : 'export { clientSettings } from "@keywright/core/client";\n',
    'export type { ClientSettings, FunctionSettings } from "@keywright/core/client";\n\n',
    credentials.length === 0 ? "" : `const CREDENTIALS: readonly Credential[] = ${toSource(credentials)};\n\n`,
    servers.length === 0 ? "" : `const SERVERS: readonly string[] = ${toSource(servers)};\n\n`,
    functions.join("\n"),
  ].join("");
}

interface FunctionSource {
  readonly docs: string;
  readonly type: Code;
  readonly value: Code;
}

function functionOf({ contract, operations }: ClientModel, operation: ClientOperation): FunctionSource {
  const { id, row, polled } = operation;
  const service = pascalCase(contract.service);
  const next = operations.filter((other) => other.id === polled?.operation.id);
  const own = [operation, ...next];
  const rows = own.map((each) => each.row);
  const table = next.map((other) => `${key(other.id)}: rows.${rowName(other.id)}`).join(", ");
  const isNamed = rows.some(({ security }) => security.scheme === "named");
  const parts = [
    ...(table === "" ? [] : [code`operations: { ${table} }`]),
    ...(rows.some(({ pagination }) => pagination !== undefined) ? [partsValue("paginate")] : []),
    ...(rows.some(needsChecks) ? [code`checks: ${partsValue("valueChecks")}`] : []),
    ...(credentialsOf(operations.map((each) => each.row)).length > 0 ? ["allCredentials: CREDENTIALS"] : []),
    ...contractParts(contract, own).map(pure),
  ];
  const methods = `${service}Operations["${id}"], ${service}RawOperations["${id}"]`;
  return {
    docs: functionDocs(contract, operation),
    type: code`${clientType("OperationFunction")}<${clientOptions(contract, operations).name}, ${methods}>`,
    value: code`${clientValue("createFunction")}(rows.${rowName(id)}, ${parts.length === 0 ? "{}" : code`{ ${joinCode(parts, ", ")} }`}${serverOf(row, operations, isNamed)})`,
  };
}

/** The server of an operation, if the contract names several. */
function serverOf({ server }: Operation, operations: readonly ClientOperation[], isNamed: boolean): Code {
  if (operations.every(({ row }) => row.server === undefined)) return code``;
  const named = isNamed ? code`, ${openapiValue("namedCredentials")}` : "";
  return code`, /* @__PURE__ */ ${openapiValue("atServer")}(SERVERS, ${server === undefined ? "undefined" : JSON.stringify(server)}${named})`;
}

/** Whether inputs of an operation may have arrays, objects or a body. */
function needsChecks({ body, pathParameters, queryParameters, headerParameters, cookieParameters }: Operation): boolean {
  const parameters = Object.values({ ...pathParameters, ...queryParameters, ...headerParameters, ...cookieParameters });
  return body !== undefined || parameters.some(({ type = "object" }) => type === "array" || type === "object");
}

/** Marks a call, so that bundlers can leave it out. */
function pure({ text, imports }: Code): Code {
  return { text: text.replace(/^(\w+: )(?=\w+\()/, "$1/* @__PURE__ */ "), imports };
}
