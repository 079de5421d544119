import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { metricsText } from "../src/lib/report/metrics.ts";

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string };
}

const EXPORTED = new Set(Array.from(metricsText([], "1.2.3").matchAll(/^# TYPE (\w+)/gm), ([, name]) => name));

const read = (path: string): Promise<string> => readFile(new URL(`../${path}`, import.meta.url), "utf8");

describe("what watches keywright-tail", () => {
  it.each(["deploy/alerts.yaml", "deploy/dashboard.json", "../../tools/docs/guides/tail-watch.md"])("names only metrics that it exports: %s", async (path) => {
    const named = [...new Set((await read(path)).match(/\bkeywright_tail_\w+/g))];
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !EXPORTED.has(name))).toEqual([]);
  });

  it("is one rule for each alarm in the guide, with a text for people", async () => {
    const { groups } = parse(await read("deploy/alerts.yaml")) as { readonly groups: readonly { readonly rules: readonly Rule[] }[] };
    const rules = groups.flatMap((group) => group.rules);
    const guide = await read("../../tools/docs/guides/tail-watch.md");
    expect(Array.from(guide.matchAll(/^\| `(KeywrightTail\w+)`/gm), ([, name]) => name)).toEqual(rules.map(({ alert }) => alert));
    for (const { expr, annotations } of rules) {
      expect(expr).toContain("keywright_tail_");
      expect(annotations.summary).toMatch(/\.$|tail$/);
    }
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
