import { constraintsOf } from "./constraints.ts";
import { type Contract, ContractError, type ContractOperation, deref, type Json } from "./contract.ts";
import { isInt64, unwritable } from "./value-trees.ts";

/** The parameters of an operation that stand in its path or in its query. */
export function parametersOf(_contract: Contract, { parameters }: ContractOperation, place: "path" | "query"): Json[] {
  return parameters.filter((parameter) => parameter["in"] === place);
}

/** The rows of the parameters in one place. */
export function parameterRows(contract: Contract, operation: ContractOperation, place: "path" | "query"): Json | undefined {
  const rows = parametersOf(contract, operation, place).map((parameter) => {
    const schema = deref(contract, parameter["schema"]);
    if (isInt64(schema)) throw unwritable(operation, `the parameter ${String(parameter["name"])}`);
    if (place === "query" && schema["type"] === "array" && parameter["explode"] !== false) {
      throw new ContractError(
        `${operation.id}: the query parameter ${String(parameter["name"])} must say "style: form, explode: false": core writes lists with commas`,
      );
    }
    const row = {
      type: schema["type"],
      enum: schema["enum"],
      ...constraintsOf(contract, schema),
      ...(parameter["required"] === true ? { required: true } : {}),
    };
    return [parameter["name"] as string, row] as const;
  });
  return rows.length === 0 ? undefined : Object.fromEntries(rows);
}

/** @throws ContractError for a parameter in a place that methods do not take. */
export function refuseElsewhere(_contract: Contract, { id, parameters }: ContractOperation): void {
  for (const { name, in: place } of parameters) {
    if (place !== "path" && place !== "query")
      throw new ContractError(`${id}: the parameter ${String(name)} stands in the ${String(place)}: methods take those of path and query alone`);
  }
}

/** @throws ContractError for names that stand twice in a method's input. */
export function refuseCollisions(operation: ContractOperation, names: readonly string[]): void {
  const reserved = ["body", "clientId", "clientSecret"];
  const doubled = names.find((name, index) => names.indexOf(name) !== index || reserved.includes(name));
  if (doubled !== undefined)
    throw new ContractError(
      `${operation.id}: the parameter ${doubled} stands twice in the method's input: rename one (path, query, body and credentials share it)`,
    );
  const style = (operation.definition["x-pagination"] as Json | undefined)?.["style"];
  if (style === "cursor-body" && names.length > 0)
    throw new ContractError(`${operation.id}: a list whose body is the position takes no parameters; it has ${names.join(", ")}`);
}
