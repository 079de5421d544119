import type { Result } from "./run.ts";
import type { TypeErrors } from "./types.ts";

/** The share of the applicable scenarios that must pass. */
const ENOUGH = 0.95;

/** The results as text: what is wrong, the refusals and the scenarios that are not applicable by their reasons, and the count. */
export function describeResults(results: readonly Result[], { clients, scenarios }: TypeErrors, { verbose }: { readonly verbose: boolean }): string {
  const of = (kind: Result["kind"]): Result[] => results.filter((result) => result.kind === kind);
  const wrong = of("wrong");
  const lines = [
    ...section("Does not compile", clients),
    ...section(
      "Wrong",
      wrong.map(({ scenario, reason }) => `${scenario}: ${reason.slice(0, 400)}`),
    ),
    ...section(
      "Types do not fit",
      [...scenarios].map(([scenario, error]) => `${scenario}: ${error.slice(0, 400)}`),
    ),
    ...section("Refused", byReason(of("refused"), verbose)),
    ...section("Not applicable", byReason(of("not applicable"), verbose)),
  ];
  const applicable = results.length - of("not applicable").length;
  const count = `${of("passed").length} of ${applicable} applicable scenarios passed, ${of("refused").length} refused in words, ${wrong.length} wrong`;
  const types =
    clients.length + scenarios.size === 0 ? "" : `; clients that do not compile: ${clients.length}, scenarios whose types do not fit: ${scenarios.size}`;
  return [...lines, `${count}${types}`].join("\n");
}

/** Whether the results are good enough: nothing wrong, few refusals, and all clients and calls compile. */
export function isEnough(results: readonly Result[], { clients, scenarios }: TypeErrors): boolean {
  const applicable = results.filter(({ kind }) => kind !== "not applicable");
  const passed = applicable.filter(({ kind }) => kind === "passed");
  return clients.length + scenarios.size === 0 && applicable.every(({ kind }) => kind !== "wrong") && passed.length >= applicable.length * ENOUGH;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`), ""];
}

/** The reasons, the most frequent first. Names in them are left out, so that equal reasons are counted as one. */
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

/** `getX: the parameter foo stands …` and `the answer of getX has …` as what they have in common. */
function kindOf(reason: string): string {
  return (reason.split("\n")[0] as string)
    .replace(/^\w+: /, "")
    .replace(/^\w+ (must|has|is) /, "it $1 ")
    .replace(/^(the (?:body|answer|items)) of \w+/, "$1")
    .replace(/^the parameter \S+( of \w+)?/, "a parameter")
    .slice(0, 150);
}
