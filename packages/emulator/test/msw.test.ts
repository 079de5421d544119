import { createVaultClient } from "@keywright/vault";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { expect, onTestFinished, test } from "vitest";
import { createVaultEmulator } from "../src/vault.ts";

test("a program that takes no fetch calls an emulator by MSW, and sees its state, its errors and a lost connection", async () => {
  const emulator = createVaultEmulator();
  const server = setupServer(http.all("https://vault.example.com/*", ({ request }) => emulator.fetch(request).catch(() => HttpResponse.error())));
  server.listen();
  onTestFinished(() => server.close());

  const vault = createVaultClient({ baseUrl: "https://vault.example.com", token: emulator.token, retry: false });
  const [first] = await vault.listVaults();
  const { id: itemUUID } = await vault.createItem({ vaultUUID: first?.id ?? "", body: { vault: { id: first?.id ?? "" }, category: "LOGIN", title: "Portal" } });
  const at = { vaultUUID: first?.id ?? "", itemUUID };
  expect((await vault.getItem(at)).title).toBe("Portal");
  await vault.deleteItem(at);
  await expect(vault.getItem(at)).rejects.toMatchObject({ status: 404 });

  emulator.inject({ operationId: "listVaults", response: { status: 503 } });
  await expect(vault.listVaults()).rejects.toMatchObject({ status: 503 });
  emulator.inject({ operationId: "listVaults", response: "reset" });
  await expect(vault.listVaults()).rejects.toMatchObject({ name: "ConnectionError" });
  expect((await vault.listVaults()).length).toBe(4);
});
