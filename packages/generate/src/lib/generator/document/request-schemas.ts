import { type Contract, isObject, operationsOf, pointerOf, schemaKey, valueAt } from "../../contract/index.ts";

/** Names of the schemas that only requests use. */
export function requestSchemas(contract: Contract): ReadonlySet<string> {
  const operations = operationsOf(contract).map(({ definition }) => definition);
  const asked = schemasIn(
    contract,
    operations.map((definition) => [definition.requestBody, definition.parameters]),
  );
  const answered = schemasIn(
    contract,
    operations.map((definition) => definition.responses),
  );
  return new Set([...asked].filter((name) => !answered.has(name)));
}

/** Names of all schemas that a part of a contract refers to, directly or indirectly. */
export function schemasIn(contract: Contract, from: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const ref = isObject(value) ? value["$ref"] : undefined;
    if (typeof ref === "string" && !seen.has(ref)) {
      seen.add(ref);
      const name = schemaKey(value);
      if (name !== undefined) found.add(name);
      visit(valueAt(contract.document, pointerOf(ref)));
    }
    for (const member of Object.values(value)) visit(member);
  };
  visit(from);
  return found;
}
