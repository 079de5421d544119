import type { Result } from "./run.ts";
import type { TypeErrors } from "./types.ts";

/** The share of the applicable scenarios that must pass. */
const ENOUGH = 0.95;

/** Returns the results as text: errors, unsupported and not applicable scenarios by their reasons, and the count as the last line. */
export function describeResults(results: readonly Result[], { clients, scenarios }: TypeErrors, { verbose }: { readonly verbose: boolean }): string {
  const of = (kind: Result["kind"]): Result[] => results.filter((result) => result.kind === kind);
  const counted = (kind: Result["kind"]): string => `${of(kind).length} ${kind}`;
  const lines = [
    ...section("Does not compile", clients),
    ...section(
      "Wrong",
      of("wrong").map(({ scenario, reason }) => `${scenario}: ${reason.slice(0, 400)}`),
    ),
    ...section(
      "Types do not fit",
      [...scenarios].map(([scenario, error]) => `${scenario}: ${error.slice(0, 400)}`),
    ),
    ...section("Refused", byReason(of("refused"), verbose)),
    ...section("Not applicable", byReason(of("not applicable"), verbose)),
  ];
  const applicable = results.length - of("not applicable").length;
  const count = `${of("passed").length} of ${applicable} applicable scenarios passed, ${counted("refused")} in words, ${counted("wrong")}`;
  const types =
    clients.length + scenarios.size === 0 ? "" : `; clients that do not compile: ${clients.length}, scenarios whose types do not fit: ${scenarios.size}`;
  return [...lines, `${count}${types}`].join("\n");
}

/** Returns whether the results are good enough: nothing is wrong, few scenarios are unsupported, and all clients and calls compile. */
export function isEnough(results: readonly Result[], { clients, scenarios }: TypeErrors): boolean {
  const applicable = results.filter(({ kind }) => kind !== "not applicable");
  const passed = applicable.filter(({ kind }) => kind === "passed");
  return clients.length + scenarios.size === 0 && applicable.every(({ kind }) => kind !== "wrong") && passed.length >= applicable.length * ENOUGH;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`), ""];
}

/** Returns the reasons, most frequent first. Names in them are left out, so that equal reasons count as one. */
function byReason(results: readonly Result[], verbose: boolean): string[] {
  const groups = new Map<string, Result[]>();
  for (const result of results) {
    const reason = kindOf(result.reason);
    groups.set(reason, [...(groups.get(reason) ?? []), result]);
  }
  return [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .flatMap(([reason, group]) => [
      `${String(group.length).padStart(4)}  ${reason}`,
      ...(verbose ? group.map(({ scenario, reason: full }) => `        ${scenario}: ${full}`) : []),
    ]);
}

/** Returns the common part of reasons such as `getX: the parameter foo is …` and `getY: the parameter bar is …`. */
function kindOf(reason: string): string {
  return (reason.split("\n")[0] as string)
    .replace(/^\w+: /, "")
    .replace(/^\w+ (must|has|is) /, "it $1 ")
    .replace(/^(the (?:body|response|items)) of \w+/, "$1")
    .replace(/^the parameter \S+( of \w+)?/, "a parameter")
    .slice(0, 150);
}
