import type { Json } from "@keywright/tool-contract";
import type { Report } from "./change.ts";
import { isEqual, namesOf } from "./equal.ts";
import { serialization, unknownKeyword, VALUE_RULES, type ValueRule } from "./value-rules.ts";

/** Reports what two objects of a contract differ in apart from the parts that are compared elsewhere: text, or what nobody has a rule for. */
export function compareRest(before: Json, after: Json, parts: ReadonlySet<string>, where: string, report: Report): void {
  for (const name of namesOf(before, after)) {
    if (parts.has(name) || isEqual(before[name], after[name])) continue;
    const verdict = (REST_RULES[name] ?? unknownKeyword(name))(before[name], after[name], "request");
    if (verdict !== undefined) report(where, verdict);
  }
}

const { deprecated, description } = VALUE_RULES;

const REST_RULES: { readonly [name: string]: ValueRule | undefined } = {
  deprecated,
  ...Object.fromEntries(["summary", "description", "tags", "externalDocs", "example", "examples", "title", "x-source"].map((name) => [name, description])),
  ...Object.fromEntries(["style", "explode", "allowReserved"].map((name) => [name, serialization(name)])),
};
