import { auditEventToEcs, auditEventToOcsf, itemUsageToEcs, itemUsageToOcsf, signInAttemptToEcs, signInAttemptToOcsf } from "@keywright/events/formats";
import {
  AUDIT_ACTION_VALUES,
  AUDIT_OBJECT_TYPE_VALUES,
  ITEM_USAGE_ACTION_VALUES,
  SIGN_IN_CATEGORY_VALUES,
  SIGN_IN_TYPE_VALUES,
} from "@keywright/events/values";
import { auditLogToEcs, auditLogToOcsf } from "@keywright/management/formats";
import { ecsFormat, type FormatMapping, type FormatRule, ocsfFormat } from "@keywright/sinks/formats";
import { page, table } from "./contract/markdown.ts";

/** What each event becomes in OCSF and ECS, by the tables of the contracts. */
export function eventFormats(): string {
  return page([
    "# OCSF and ECS of each event",
    "Made from the tables of the contracts.",
    "## Audit events",
    "A row has all types of objects with the same result.",
    section(["action", AUDIT_ACTION_VALUES], ["object_type", AUDIT_OBJECT_TYPE_VALUES], auditEventToOcsf, auditEventToEcs),
    "## Item usages",
    section(["action", ITEM_USAGE_ACTION_VALUES], undefined, itemUsageToOcsf, itemUsageToEcs),
    "## Sign-in attempts",
    section(["category", SIGN_IN_CATEGORY_VALUES], ["type", SIGN_IN_TYPE_VALUES], signInAttemptToOcsf, signInAttemptToEcs),
    "## Audit log of the management service",
    section(["eventType", valuesIn(auditLogToOcsf.rules, "/eventType")], undefined, auditLogToOcsf, auditLogToEcs),
  ]);
}

type Property = readonly [name: string, values: readonly string[]];

function section([name, values]: Property, other: Property | undefined, toOcsf: FormatMapping, toEcs: FormatMapping): string {
  const ocsf = ocsfFormat(toOcsf);
  const ecs = ecsFormat(toEcs);
  if (values.length === 0) throw new Error(`the table of ${name} must have rows; its contract names no values`);
  const rowsOf = (value: string): readonly (readonly string[])[] => {
    const byResult = new Map<string, string[]>();
    for (const otherValue of other?.[1] ?? [""]) {
      const event = { [name]: value, ...(other && { [other[0]]: otherValue }) };
      const { type_name, type_uid, status = "" } = ocsf.convert(event).event as { readonly [field: string]: unknown };
      const { category, type, outcome } = ecs.convert(event).event.event as { readonly [field: string]: unknown };
      const result = [type_name, `${String(type_uid)}, ${String(status)}`, list(category), list(type), outcome].map(String).join(" | ");
      byResult.set(result, [...(byResult.get(result) ?? []), otherValue]);
    }
    return Array.from(byResult, ([result, others]) => [other && byResult.size === 1 ? "all" : `\`${other ? others.join(" ") : value}\``, result]);
  };
  const head = [`\`${other?.[0] ?? name}\``, "OCSF class: activity", "`type_uid`, status", "ECS category", "type", "outcome"];
  // A browser lays out a table in one task.
  return other === undefined ? table(head, values.flatMap(rowsOf)) : page(values.flatMap((value) => [`### \`${value}\``, table(head, rowsOf(value))]));
}

function list(values: unknown): string {
  return [values ?? ""].flat().join(", ");
}

/** The values and patterns of a property in the rules of a contract, without the general one. */
function valuesIn(rules: readonly FormatRule[], property: string): readonly string[] {
  const known = rules.filter(([from]) => from === property).flatMap(([, , result]) => (Array.isArray(result) ? result.flatMap(([, values]) => values) : []));
  return [...new Set(known.flat())].filter((value) => value !== "*").sort();
}
