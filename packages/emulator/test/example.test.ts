import { createVaultEmulator } from "@keywright/emulator";
import { createVaultClient } from "@keywright/vault";
import { expect, test } from "vitest";

test("a secret is rotated although the server is busy at first", async () => {
  const { token, fetch, inject, fileItemUUID = "" } = createVaultEmulator();
  const vault = createVaultClient({ baseUrl: "https://vault.example.com", token, fetch });
  const [first] = await vault.listVaults();
  const place = { vaultUUID: first?.id ?? "", itemUUID: fileItemUUID };

  inject({ operationId: "getItem", times: 2, response: { status: 503 } });
  const before = await vault.getItem(place);
  const after = await vault.patchItem({ ...place, body: [{ op: "replace", path: "/fields/password/value", value: "next" }] });

  expect(after.version).toBe((before.version ?? 0) + 1);
  expect(after.fields?.find(({ id }) => id === "password")?.value).toBe("next");
});
