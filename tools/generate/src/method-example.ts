import { type Contract, type ContractOperation, deref, type Json } from "./contract.ts";
import type { OperationRow } from "./operation-rows.ts";
import { parametersOf } from "./parameters.ts";
import { bodyOf } from "./request-body.ts";
import { key, toSource } from "./print.ts";

/** A call of an operation as users would write it, out of the contract's own examples. */
export function methodExample(contract: Contract, operation: ContractOperation, row: OperationRow): string {
  const parts: string[] = row.address === undefined ? [] : [row.address];
  for (const place of ["path", "query"] as const) {
    for (const parameter of parametersOf(contract, operation, place)) {
      if (parameter["required"] === true) parts.push(memberSource(String(parameter["name"]), exampleOf(contract, parameter)));
    }
  }
  if (row.security.scheme === "basic") parts.push("clientId", "clientSecret");
  const body = bodyOf(contract, operation);
  const bodyExample = body === undefined ? undefined : exampleOf(contract, body.content);
  const style = (row.pagination as Json | undefined)?.["style"];
  if (body !== undefined && style !== "cursor-body" && (body.required || bodyExample !== undefined)) parts.push(memberSource("body", bodyExample));
  const input = style === "cursor-body" ? toSource(bodyExample ?? {}) : inputSource(parts);
  const call = `${contract.service}.${operation.id}(${input})`;
  if (row.pagination === undefined)
    return row.response.type === "none" ? `await ${call};` : `const ${resultName(operation.id, contract.service)} = await ${call};`;
  return `for await (const entry of ${call}) console.log(entry);`;
}

function inputSource(parts: readonly string[]): string {
  return parts.length === 0 ? "" : `{ ${parts.join(", ")} }`;
}

/** A member of the input: without an example, a variable of the program stands for its value. */
function memberSource(name: string, example: unknown): string {
  if (example !== undefined) return `${key(name)}: ${toSource(example)}`;
  return key(name) === name ? name : `${key(name)}: ${name.replaceAll(/\W+(\w?)/g, (_all, letter: string) => letter.toUpperCase())}`;
}

/** The example of a parameter or a media type: the first of several. */
function exampleOf(contract: Contract, holder: Json): unknown {
  if (holder["example"] !== undefined) return holder["example"];
  const [first] = Object.values((holder["examples"] ?? {}) as Json);
  if (first !== undefined) return deref(contract, first)["value"];
  const schema = deref(contract, holder["schema"]);
  return schema["example"] ?? (schema["examples"] as readonly unknown[] | undefined)?.[0] ?? schema["default"];
}

function resultName(id: string, service: string): string {
  const noun = id.replace(/^[a-z]+/, "");
  const name = `${noun.charAt(0).toLowerCase()}${noun.slice(1)}`;
  return name === "" || name === service ? "answer" : name; // The client itself goes by the service's name.
}
