import { expect, inject, it } from "vitest";

it("runs in a worker: state, a fault, a scenario, the clock and the log of requests", async () => {
  const address = URL.createObjectURL(new Blob([inject("emulatorWorker")], { type: "text/javascript" }));
  const worker = new Worker(address, { type: "module" });
  const result = await new Promise<unknown>((resolve, reject) => {
    worker.addEventListener("message", ({ data }) => resolve(data), { once: true });
    worker.addEventListener("error", ({ message }) => reject(new Error(message)), { once: true });
  });
  worker.terminate();
  URL.revokeObjectURL(address);
  expect(result).toEqual({
    vaults: 4,
    name: expect.any(String),
    waitedMs: 2000,
    title: "Grüße €",
    limited: true,
    statuses: ["listVaults 200", "getVault 503", "getVault 200"],
    left: 0,
  });
});
