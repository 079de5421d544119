import type { Contract, ContractOperation } from "../contract/index.ts";
import { docComment, key, pascalCase, WIDTH } from "./print.ts";
import { failureSchemas } from "./response.ts";
import { typeOf } from "./type-of.ts";

/** The types of the bodies of errors, by operation and status, and the guard that gives them; empty for a contract without error bodies in JSON. */
export function errorTypes(contract: Contract, operations: readonly ContractOperation[]): string {
  const rows = operations.flatMap((operation) => {
    const bodies = errorBodies(contract, operation).map(([status, type]) => `readonly ${/^\d+$/.test(status) ? status : key(status)}: ${type}`);
    const line = `  readonly ${key(operation.id)}: { ${bodies.join("; ")} };\n`;
    const lines = `  readonly ${key(operation.id)}: {\n${bodies.map((body) => `    ${body};\n`).join("")}  };\n`;
    return bodies.length === 0 ? [] : [line.length <= WIDTH ? line : lines];
  });
  if (rows.length === 0) return "";
  const service = pascalCase(contract.service);
  const guardDoc = docComment([
    `Whether an error is the answer of an operation with a status, so that its body has the type of {@link ${service}Errors}. The body itself is not checked, only that it is JSON and not text.`,
  ]);
  return `/** The bodies of errors in JSON, by operation and status. */\nexport interface ${service}Errors {\n${rows.join("")}}\n\n${guardDoc}export const is${service}Error = isErrorOf as ErrorGuard<${service}Errors>;\n`;
}

/** The types of the error bodies of an operation by status. A range or `default` may also be any of the statuses that it covers. */
function errorBodies(contract: Contract, operation: ContractOperation): readonly (readonly [status: string, type: string])[] {
  const bodies = new Map<string, string[]>();
  for (const { status, schema } of failureSchemas(contract, operation))
    bodies.set(status, [...(bodies.get(status) ?? []), typeOf(contract, schema, `the error ${status} of ${operation.id}`)]);
  return [...bodies].map(([status, types]) => {
    const covered = [...bodies].filter(([other]) => covers(status, other)).flatMap(([, others]) => others);
    return [status, [...new Set([...types, ...covered])].join(" | ")];
  });
}

function covers(range: string, status: string): boolean {
  return range === "default" || (/^\dXX$/.test(range) && status.startsWith(range.charAt(0)));
}
