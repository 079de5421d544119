import type { Shown } from "../http/mask.ts";
import type { Result, ServiceReport } from "../rules/result.ts";

/** Returns the report for people. */
export function textReport(reports: readonly ServiceReport[]): string {
  return `${reports.map(serviceText).join("\n\n")}\n`;
}

function serviceText({ service, url, problem, results, leftBehind }: ServiceReport): string {
  if (problem !== undefined) return `${service} ${url}\n  could not be tested: ${problem}`;
  const count = (outcome: Result["outcome"]): number => results.filter((result) => result.outcome === outcome).length;
  const title = `${service} ${url}: ${count("held")} held, ${count("broken")} broken, ${count("not tested")} not tested`;
  const shown = results.filter(({ isOff }) => isOff !== true);
  const operations = [...new Set(shown.map(({ operation }) => operation))];
  const parts = operations.map((operation) => [`  ${operation}`, ...shown.filter((result) => result.operation === operation).map(resultText)].join("\n"));
  const off = (["write", "faults"] as const).flatMap((tier) => {
    const { length } = results.filter((result) => result.isOff === true && result.tier === tier);
    return length === 0 ? [] : [`  ${length} rules need --tier ${tier}`];
  });
  const left = leftBehind.map((what) => `  left behind: ${what}`);
  return [title, ...parts, ...off, ...left].join("\n");
}

function resultText({ rule, says, outcome, reason, exchanges = [] }: Result): string {
  const line = `    ${outcome.padEnd(10)}  ${rule.padEnd(16)}  ${says}`;
  const more = reason === undefined ? [] : [`${" ".repeat(34)}${outcome === "broken" ? "→ " : ""}${reason}`];
  return [line, ...more, ...exchanges.flatMap(exchangeLines).map((text) => `${" ".repeat(34)}${text}`)].join("\n");
}

/** Returns a request and its response, as they look on the wire. */
export function exchangeLines({ request, response }: Shown): readonly string[] {
  const sent = [`> ${request.method} ${request.url}`, ...messageLines(request, ">")];
  return response === undefined ? sent : [...sent, `< ${response.status}`, ...messageLines(response, "<")];
}

function messageLines({ headers, body }: Pick<Shown["request"], "headers" | "body">, mark: string): readonly string[] {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [...lines, ...(body?.split(/\r?\n/) ?? [])].map((line) => `${mark} ${line}`);
}
