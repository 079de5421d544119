import { describe, expect, it } from "vitest";
import { openSearch, openSite } from "./browser.ts";

/** What readers look for, with the pages of which one must be among the first three results. */
const SEARCHES: { readonly [query: string]: readonly string[] } = {
  "update a secret": ["/guides/rotate-a-password", "/vault/reference/patchItem"],
  "read a password": ["/guides/read-secrets"],
  rotate: ["/guides/rotate-a-password"],
  "watch for changes": ["/guides/watch-for-changes"],
  "one-time code": ["/guides/read-secrets"],
  "download a file": ["/guides/files"],
  "deactivate user": ["/guides/leavers"],
  "leaving date": ["/guides/leavers"],
  "audit log": ["/guides/audit-log"],
  CSV: ["/guides/audit-log"],
  "dry run": ["/guides/many-at-once", "/guides/leavers", "/guides/rotate-a-password"],
  "cursor expired": ["/guides/feeds", "/guides/checkpoints", "/guides/events-to-siem"],
  checkpoint: ["/guides/checkpoints", "/guides/feeds"],
  SIEM: ["/guides/events-to-siem"],
  retry: ["/guides/errors"],
  "429": ["/guides/errors"],
  "token expired": ["/guides/authentication", "/guides/errors"],
  OAuth: ["/guides/authentication"],
  pagination: ["/guides/pages"],
  "resume a list": ["/guides/pages"],
  timeout: ["/guides/timeouts"],
  "cancel a request": ["/guides/timeouts"],
  proxy: ["/guides/network"],
  "log requests": ["/guides/observability"],
  OpenTelemetry: ["/guides/observability"],
  Deno: ["/guides/runtimes"],
  emulator: ["/guides/emulator", "/emulator/", "/guides/testing"],
  express: ["/guides/web"],
  serverless: ["/guides/web"],
  Grafana: ["/guides/tail-watch"],
  Windows: ["/guides/runtimes", "/guides/run", "/repository"],
  "op://": ["/guides/read-secrets", "/guides/run"],
  "op run": ["/guides/run"],
  "keywright-run": ["/guides/run", "/run/"],
  "keywright-tail": ["/guides/tail", "/tail/"],
  "x-pagination": ["/guides/own-contract", "/generate/"],
  tenant: ["/guides/tail", "/guides/service-limits"],
  "list people": ["/guides/service-limits"],
  "create user": ["/guides/service-limits"],
  "start workflow": ["/guides/service-limits"],
  "upload a file": ["/guides/files", "/guides/service-limits"],
  "OpenAPI 3.0": ["/guides/contract-features", "/generate/"],
  listSignInAttempts: ["/events/reference/listSignInAttempts"],
};

/** The paths of the first three results. */
const FIRST_THREE = `[...document.querySelectorAll(".VPLocalSearchBox .result")].slice(0, 3).map((link) => new URL(link.href).pathname)`;

const { visit } = openSite();

describe("a search", () => {
  it("has the right page among the first three results", async () => {
    const missed: string[] = [];
    await visit("/security.html", async (page) => {
      const box = await openSearch(page);
      const results = page.locator(".VPLocalSearchBox .result");
      for (const [query, wanted] of Object.entries(SEARCHES)) {
        await box.fill("");
        await expect.poll(() => results.count()).toBe(0);
        await box.fill(query);
        await expect.poll(() => results.count()).toBeGreaterThan(0);
        const links = (await page.evaluate(FIRST_THREE)) as readonly string[];
        if (!wanted.some((path) => links.some((link) => link.replace(/\.html$/, "") === path))) missed.push(`${query}: ${links.join(", ")}`);
      }
    });
    expect(missed).toEqual([]);
  });
});
