import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { services } from "@keywright/tool-mocks/clients";
import { bundledProgram } from "@keywright/tool-test-kit/testing/bundled-program";
import { expect, inject, it } from "vitest";

const command = bundledProgram(fileURLToPath(new URL("../../conformance", import.meta.url)));

/** The part of the report that the test reads. */
interface Report {
  readonly services: readonly {
    readonly service: string;
    readonly results: readonly { readonly operation: string; readonly rule: string; readonly outcome: string; readonly reason?: string }[];
  }[];
}

/** Runs keywright-conformance on the mocks of all services. */
function check(...args: readonly string[]): Promise<Report> {
  const urls = services.flatMap(({ name }) => [`--${name}`, inject("mockUrls")[name] as string]);
  const token = "example-token";
  const env = { ...process.env, KEYWRIGHT_VAULT_TOKEN: token, KEYWRIGHT_MANAGEMENT_TOKEN: token, KEYWRIGHT_EVENTS_TOKEN: token };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [command, ...urls, "--format", "json", ...args], { env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (stdout === "") reject(new Error(stderr, { cause: error }));
      else resolve(JSON.parse(stdout) as Report);
    });
  });
}

/** Rules that need no state: a mock follows them from its contract. */
const WITHOUT_STATE = ["response", "syntax", "type", "media-type", "unknown-path"];

it("on the mocks, keywright-conformance finds no rule broken that needs no state", async () => {
  const { services: reports } = await check("--tier", "faults");
  const results = reports.flatMap((report) => report.results).filter(({ rule }) => WITHOUT_STATE.includes(rule));
  expect(results.filter(({ outcome }) => outcome === "broken")).toEqual([]);
  const called = results.filter(({ rule, outcome }) => rule === "response" && outcome === "held").map(({ operation }) => operation);
  expect(called).toEqual(
    expect.arrayContaining(["listVaults", "getItem", "listFiles", "getMetrics", "listAuditLogs", "listAppCategories", "introspect", "listItemUsages"]),
  );
  for (const rule of ["syntax", "type", "media-type"])
    expect(results).toContainEqual(expect.objectContaining({ operation: "listAuditEvents", rule, outcome: "held" }));
});
