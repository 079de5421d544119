import { describe, expect, it } from "vitest";
import { itemRef } from "../../src/index.ts";
import { thrown } from "../support.ts";

const item = { id: "u32zhgb7j43k2omdbw7g2jcgsk", vault: { id: "iihcwjkpp63v2nsmo436sdbeuu" }, category: "LOGIN", title: "Finance portal" };

describe("itemRef", () => {
  it("returns the two ids that operations and helpers take", () => {
    expect(itemRef(item)).toEqual({ vaultUUID: item.vault.id, itemUUID: item.id });
  });

  it.each([undefined, null, "u32zhgb7j43k2omdbw7g2jcgsk", { id: "a" }, { vaultUUID: "a", itemUUID: "b" }])("rejects %j", (value) => {
    expect(thrown(() => itemRef(value as never)).message).toMatch(/^itemRef: item must be an item or an entry of a list; got /);
  });
});
