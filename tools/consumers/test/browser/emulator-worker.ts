import { createVaultEmulator, manualClock, SCENARIOS, startScenario } from "@keywright/emulator/vault";
import { createVaultClient } from "@keywright/vault";

/** Calls an emulator in a worker, and returns what a page compares. */
async function callEmulator(): Promise<object> {
  const clock = manualClock("2026-03-02T12:00:00Z");
  const emulator = createVaultEmulator({ clock });
  const vault = createVaultClient({ baseUrl: "https://vault.example.com", token: emulator.token, fetch: emulator.fetch, clock });
  const vaults = await clock.runUntil(vault.listVaults());

  emulator.inject({ operationId: "getVault", response: { status: 503, headers: { "retry-after": "2" } } });
  const { id = "" } = vaults[0] ?? {};
  const { name } = await clock.runUntil(vault.getVault({ vaultUUID: id }));
  const waitedMs = clock.now();

  const item = { vaultUUID: id, itemUUID: emulator.fileItemUUID ?? "" };
  await clock.runUntil(vault.patchItem({ ...item, body: [{ op: "replace", path: "/title", value: "Grüße €" }] }));
  const { title } = await clock.runUntil(vault.getItem(item));

  const limits = SCENARIOS.filter((scenario) => scenario.name === "rate-limits").flatMap((scenario) => startScenario({ vault: emulator }, scenario));
  const headers = { authorization: `Bearer ${emulator.token}` };
  const limited = await Promise.all(Array.from({ length: 20 }, () => emulator.fetch("https://vault.example.com/v1/vaults", { headers })));
  for (const { injected } of limits) injected.remove();

  const statuses = emulator.requests().map(({ operationId, status }) => `${operationId} ${status}`);
  emulator.reset();
  return {
    vaults: vaults.length,
    name,
    waitedMs,
    title,
    limited: limited.some(({ status }) => status === 429),
    statuses: statuses.slice(0, 3),
    left: emulator.requests().length,
  };
}

self.postMessage(await callEmulator());
