import { MANAGEMENT_DOCUMENT } from "../../../generated/management.ts";
import { isObject, listAt, objectAt } from "../../core/values/json.ts";
import { matches } from "./filter-evaluate.ts";
import { type Comparison, type Filter, parseFilter } from "./filter-parser.ts";
import { FilterSyntaxError } from "./filter-tokens.ts";
import { managementContract } from "../state/contract.ts";
import type { AuditEventRecord } from "../state/records.ts";

type FieldType = (typeof FIELD_TYPES)[number];

const FIELD_TYPES = ["string", "number", "date"] as const;

/** Returns whether an event matches. */
export type EventFilter = (event: AuditEventRecord) => boolean;

/**
 * Parses a filter for audit events and checks its attributes and values.
 *
 * @throws FilterSyntaxError with the reason if the filter is invalid.
 */
export function auditFilter(text: string): EventFilter {
  const filter = parseFilter(text);
  checkAttributes(filter);
  return (event) =>
    matches(filter, (attribute) => valuesOf(event, fieldOf(attribute)?.path ?? []), { isDate: (attribute) => fieldOf(attribute)?.type === "date" });
}

interface Field {
  readonly path: readonly string[];
  readonly type: FieldType;
}

let fields: ReadonlyMap<string, Field> | undefined;

/** RFC 7643 §2.1: attribute names are case-insensitive. */
function fieldOf(attribute: string): Field | undefined {
  fields ??= new Map(documentedFields().map(({ path, type }) => [path.join(".").toLowerCase(), { path, type }]));
  return fields.get(attribute.toLowerCase());
}

function documentedFields(): readonly Field[] {
  const parameters = listAt(objectAt(MANAGEMENT_DOCUMENT, "paths", "/api/audit/v1/logs", "get"), "parameters");
  const filter = parameters.filter(isObject).find(({ name }) => name === "filter") ?? {};
  return Object.entries(objectAt(filter, "x-filter", "attributes")).map(([name, documented]) => {
    const type = FIELD_TYPES.find((known) => known === documented);
    if (type === undefined)
      throw new Error(`the filter of the contract has ${name} with the type ${String(documented)}; expected one of ${FIELD_TYPES.join(", ")}`);
    return { path: name.split("."), type };
  });
}

function checkAttributes(filter: Filter): void {
  if (filter.kind === "comparison") checkComparison(filter);
  // The filter of the audit log has no brackets.
  else if (filter.kind === "any") throw new FilterSyntaxError(`names ${filter.attribute}, which takes no brackets`);
  else if (filter.kind === "not") checkAttributes(filter.filter);
  else for (const part of filter.filters) checkAttributes(part);
}

const FORMS: { readonly [Type in FieldType]: string } = {
  string: "a string in double quotes",
  number: "an integer",
  date: "an RFC 3339 date in double quotes",
};

function checkComparison({ attribute, operator, value }: Comparison): void {
  const field = fieldOf(attribute);
  if (field === undefined) throw new FilterSyntaxError(`names ${attribute}, which events cannot be filtered by`);
  if (operator === "pr") return;
  // co, sw and ew compare the text of a number or date, so a part of it is a valid value.
  const byText = operator === "co" || operator === "sw" || operator === "ew";
  const fits = field.type === "number" ? Number.isSafeInteger(value) || (byText && typeof value === "string") : typeof value === "string";
  if (!fits || (field.type === "date" && !byText && !isDate(value)))
    throw new FilterSyntaxError(`compares ${attribute} with a value other than ${FORMS[field.type]}`);
}

/** RFC 3339: a date with a time. A date alone is the start of that day in UTC. */
function isDate(value: unknown): boolean {
  return managementContract().checkSchema("DateOrDateTime", value).length === 0;
}

/** Returns the values at a path. An array in the path contributes those of all its elements. */
function valuesOf(event: AuditEventRecord, path: readonly string[]): readonly unknown[] {
  return path.reduce<readonly unknown[]>(
    (values, name) =>
      values.flatMap((value) => {
        const property = isObject(value) ? value[name] : undefined;
        return Array.isArray(property) ? property : [property];
      }),
    [event],
  );
}
