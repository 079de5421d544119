import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { createVaultClient } from "@keywright/vault";
import { useEmulators } from "../../src/testing.ts";
import { rotate } from "./program.ts";

const emulators = useEmulators({ before, beforeEach, after }, { vault: { vaults: [{ name: "Mine", items: 1 }] } });
const versions = new Set<number>();

for (const round of [1, 2])
  test(`the program changes a password of the initial state (${round})`, async () => {
    versions.add(await rotate(createVaultClient(emulators.clients.vault), "Mine", "Mine login 1"));
    assert.equal(versions.size, 1);
  });

test("the emulators are served", async () => {
  assert.equal((await fetch(`${emulators.urls.vault}/heartbeat`)).status, 200);
});
