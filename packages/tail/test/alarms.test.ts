import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { fakeClock } from "../../core/test/fake-clock.ts";
import { metricsText } from "../src/lib/report/metrics.ts";
import { listening, samplesOf } from "./listening.ts";
import { services } from "./support.ts";

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly description: string };
}

const EXPORTED = new Set(Array.from(metricsText([], "1.2.3").matchAll(/^# TYPE (\w+)/gm), ([, name]) => name));

const LABELS = 'stream="auditevents",sink="stdout"';

const read = (path: string): Promise<string> => readFile(new URL(`../${path}`, import.meta.url), "utf8");

async function readRules(): Promise<readonly Rule[]> {
  const { groups } = parse(await read("deploy/alerts.yaml")) as { readonly groups: readonly { readonly rules: readonly Rule[] }[] };
  return groups.flatMap((group) => group.rules);
}

describe("what watches keywright-tail", () => {
  it.each(["deploy/alerts.yaml", "deploy/dashboard.json", "../../tools/docs/guides/tail-watch.md"])("names only metrics that it exports: %s", async (path) => {
    const named = [...new Set((await read(path)).match(/\bkeywright_tail_\w+/g))];
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !EXPORTED.has(name))).toEqual([]);
  });

  it("says what is wrong and what to do, in each rule", async () => {
    for (const { expr, annotations } of await readRules()) {
      expect(expr).toContain("keywright_tail_");
      for (const text of [annotations.summary, annotations.description]) expect(text).toMatch(/\.$/);
    }
  });

  it("raises alarms in an outage that began before the program", async () => {
    const { events, env, fetch } = services();
    const clock = fakeClock();
    events.inject({ operationId: "listAuditEvents", times: "always", response: { status: 503 } });
    const { get } = await listening(["auditevents", "--no-checkpoint", "--since", "2020-01-01", "--listen", "127.0.0.1:0"], { env, fetch, clock });
    const samplesAfter = async (ms: number): Promise<Map<string, number>> => {
      await clock.advance(ms);
      return samplesOf((await get("/metrics")).body);
    };
    const [before, after] = [await samplesAfter(1_800_000), await samplesAfter(900_000)];
    const exprOf = new Map((await readRules()).map(({ alert, expr }) => [alert, expr]));

    const retries = `keywright_tail_retries_total{${LABELS}}`;
    const [, limit] = /\(keywright_tail_retries_total\[15m\]\) > (\d+)$/.exec(exprOf.get("KeywrightTailRetries") ?? "") ?? [];
    expect((after.get(retries) ?? 0) - (before.get(retries) ?? 0)).toBeGreaterThan(2 * Number(limit));

    expect([...after.keys()].filter((name) => name.includes("last_success"))).toEqual([]);
    expect(after.get(`keywright_tail_owns_checkpoint{${LABELS}}`)).toBe(1);
    expect(exprOf.get("KeywrightTailStalled")).toContain(
      " or (max by (stream, sink) (keywright_tail_owns_checkpoint) unless max by (stream, sink) (keywright_tail_last_success_timestamp_seconds))",
    );
  });

  it("is a dashboard with a query and a legend in each panel", async () => {
    const { panels } = JSON.parse(await read("deploy/dashboard.json")) as {
      readonly panels: readonly { readonly title: string; readonly targets: object[] }[];
    };
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
    for (const { targets } of panels)
      for (const target of targets)
        expect(target).toMatchObject({ expr: expect.stringContaining("keywright_tail_"), legendFormat: expect.stringContaining("{{stream}}") });
  });
});
