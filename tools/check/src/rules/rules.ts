import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findServices } from "@keywright/tool-test-kit/services";

/** A test that was executed. */
export interface RunTest {
  /** Its title, with those around it. */
  readonly title: string;
  readonly passed: boolean;
}

/** The rules in contracts (`x-source` of an operation), as `listAuditEvents.cursor-account`. */
export function readRules(root: string): ReadonlySet<string> {
  const documents = findServices(root).map((service) => join(root, "packages", service, "src/generated/openapi.json"));
  return new Set(documents.filter((file) => existsSync(file)).flatMap((file) => rulesIn(JSON.parse(readFileSync(file, "utf8")))));
}

/** The rules of a part of a contract and of all below it. */
export function rulesIn(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  const { operationId, "x-source": source } = part as { readonly operationId?: unknown; readonly "x-source"?: unknown };
  const own = typeof operationId === "string" && typeof source === "object" && source !== null ? Object.keys(source) : [];
  return [...own.map((rule) => `${String(operationId)}.${rule}`), ...Object.values(part).flatMap(rulesIn)];
}

/**
 * Compares rules with tests, whose titles have `[source: listAuditEvents.cursor-account]`.
 *
 * @returns A line for each rule without a passed test, and each mark without a rule.
 */
export function compareRules(rules: ReadonlySet<string>, tests: readonly RunTest[]): string[] {
  const marked = tests.flatMap(({ title, passed }) => marksIn(title).map((rule) => ({ rule, passed })));
  const shown = new Set(marked.filter(({ passed }) => passed).map(({ rule }) => rule));
  const unknown = new Set(marked.map(({ rule }) => rule).filter((rule) => !rules.has(rule)));
  return [
    ...[...rules]
      .filter((rule) => !shown.has(rule))
      .map((rule) => `${rule}: no passed test has the mark [source: ${rule}]; write one, or mark the one that shows it.`),
    ...[...unknown].map((rule) => `${rule}: a test has the mark [source: ${rule}], and no contract names this rule; correct the mark, or x-source.`),
  ];
}

function marksIn(title: string): string[] {
  return [...title.matchAll(/\[source: ([^\]]+)\]/g)].flatMap(([, rules = ""]) => rules.split(", "));
}
