import type { Result, ServiceReport } from "../rules/result.ts";
import { exchangeLines } from "./text.ts";

/** Returns the report as JUnit XML, with a suite for each operation and a case for each rule. */
export function junitReport(reports: readonly ServiceReport[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="keywright-conformance">\n${reports.flatMap(suitesOf).join("\n")}\n</testsuites>\n`;
}

function suitesOf({ service, problem, results, leftBehind }: ServiceReport): readonly string[] {
  if (problem !== undefined)
    return [suite(service, [`    <testcase classname="${service}" name="connect">${element("error", problem)}</testcase>`], { errors: 1 })];
  const operations = [...new Set(results.map(({ operation }) => operation))];
  const suites = operations.map((operation) => {
    const own = results.filter((result) => result.operation === operation);
    const count = (outcome: Result["outcome"]): number => own.filter((result) => result.outcome === outcome).length;
    const cases = own.map((result) => caseOf(`${service}.${operation}`, result));
    return suite(`${service}.${operation}`, cases, { failures: count("broken"), skipped: count("not tested") });
  });
  const left = leftBehind.map((what) => `    <testcase classname="${service}" name="${escape(what)}">${element("failure", "was left behind")}</testcase>`);
  return left.length === 0 ? suites : [...suites, suite(`${service}.cleanup`, left, { failures: left.length })];
}

function suite(name: string, cases: readonly string[], counts: { readonly [name: string]: number }): string {
  const attributes = Object.entries({ tests: cases.length, ...counts }).map(([key, value]) => ` ${key}="${value}"`);
  return `  <testsuite name="${name}"${attributes.join("")}>\n${cases.join("\n")}\n  </testsuite>`;
}

function caseOf(className: string, { rule, says, outcome, reason = "", exchanges = [] }: Result): string {
  const open = `    <testcase classname="${className}" name="${escape(`${rule}: ${says}`)}"`;
  if (outcome === "held") return `${open}/>`;
  const body = outcome === "broken" ? element("failure", reason, exchanges.flatMap(exchangeLines).join("\n")) : element("skipped", reason);
  return `${open}>${body}</testcase>`;
}

function element(name: string, message: string, text = ""): string {
  return `<${name} message="${escape(message)}">${escape(text)}</${name}>`;
}

const ENTITIES: { readonly [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** XML 1.0 has no way to write most control characters. */
function escape(text: string): string {
  return text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD").replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
}
