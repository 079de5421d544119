import { describe, expect, inject, it } from "vitest";
import { IDS, meet, TOKEN } from "./bench.ts";

const ITEM = { vaultUUID: IDS.vaultUUID, itemUUID: IDS.itemUUID };
const VALUE = "a field value that is secret";

/** Each form in which a page could log a value; a browser has no `inspect`. */
function formsOf(value: unknown): string[] {
  const error =
    value instanceof Error ? [value.stack ?? "", ...Object.values(value).map(String), ...(value.cause === undefined ? [] : formsOf(value.cause))] : [];
  return [String(value), JSON.stringify(value) ?? "", ...error];
}

describe("nothing secret is shown", () => {
  it.each(inject("scenarios"))("behind %s", async (scenario) => {
    const { vault } = meet(scenario, { timeoutMs: 200, retry: false });
    const body = [{ op: "add" as const, path: "/fields/password/value", value: VALUE }];
    const [read, write] = await Promise.allSettled([vault.getItem(ITEM), vault.patchItem({ ...ITEM, body })]);
    const shown = [read, write].flatMap((result) => (result.status === "rejected" ? formsOf(result.reason) : []));
    for (const text of [...shown, ...formsOf(vault)]) {
      expect(text).not.toContain(TOKEN);
      expect(text).not.toContain(VALUE);
    }
  });

  it("of an item, which is data all the same", async () => {
    const item = await meet("good").vault.getItem(ITEM);
    expect(item.fields?.[0]?.value).toBe("opensesame");
    expect(JSON.stringify(item)).toContain("opensesame");
  });
});
