import type { Contract, ContractOperation } from "../../contract/index.ts";
import { clientType, clientValue, type Code, code } from "../text/code.ts";
import { docComment, key, pascalCase, WIDTH } from "../text/print.ts";
import { failureSchemas } from "../response/response.ts";
import { typeOf } from "../schemas/type-of.ts";

/** Returns the types of JSON error bodies by operation and status, and their type guard. */
export function errorTypes(contract: Contract, operations: readonly ContractOperation[]): Code | undefined {
  const rows = operations.flatMap((operation) => {
    const bodies = errorBodies(contract, operation).map(([status, type]) => `readonly ${/^\d+$/.test(status) ? status : key(status)}: ${type}`);
    const line = `  readonly ${key(operation.id)}: { ${bodies.join("; ")} };\n`;
    const lines = `  readonly ${key(operation.id)}: {\n${bodies.map((body) => `    ${body};\n`).join("")}  };\n`;
    return bodies.length === 0 ? [] : [line.length <= WIDTH ? line : lines];
  });
  if (rows.length === 0) return undefined;
  const service = pascalCase(contract.service);
  const guardDoc = docComment([
    `Returns whether an error is the response of an operation with a status, and narrows its body to the type in {@link ${service}Errors}. Checks that the body is JSON, but not its content.`,
  ]);
  const guard = code`export const is${service}Error = ${clientValue("isErrorOf")} as ${clientType("ErrorGuard")}<${service}Errors>;\n`;
  return code`/** JSON error bodies by operation and status. */\nexport interface ${service}Errors {\n${rows.join("")}}\n\n${guardDoc}${guard}`;
}

/** The types of error bodies by status. A range or `default` covers any of its statuses. */
function errorBodies(contract: Contract, operation: ContractOperation): readonly (readonly [status: string, type: string])[] {
  const bodies = new Map<string, string[]>();
  for (const { status, schema } of failureSchemas(operation))
    bodies.set(status, [...(bodies.get(status) ?? []), typeOf(contract, schema, `the error ${status} of ${operation.id}`)]);
  return [...bodies].map(([status, types]) => {
    const covered = [...bodies].filter(([other]) => covers(status, other)).flatMap(([, others]) => others);
    return [status, [...new Set([...types, ...covered])].join(" | ")];
  });
}

function covers(range: string, status: string): boolean {
  return range === "default" || (/^\dXX$/.test(range) && status.startsWith(range.charAt(0)));
}
