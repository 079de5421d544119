import { expect, test } from "vitest";
import { SCENARIOS, startScenario } from "../src/vault.ts";
import { send as sendToEvents, testEmulator } from "./support.ts";
import { LOGIN_PATH, send, testVault } from "./vault/support.ts";

const limits = SCENARIOS.find(({ name }) => name === "rate-limits") ?? { name: "", faults: [] };

test("a built-in scenario affects each emulator in process, until its faults are removed", async () => {
  const [vault, events] = [testVault(), testEmulator()];
  const started = startScenario({ vault, events }, limits);
  expect(started.map(({ service }) => service)).toEqual(["vault", "events"]);
  const statuses = async () => (await Promise.all(Array.from({ length: 20 }, () => send(vault, LOGIN_PATH)))).map(({ status }) => status);
  expect(new Set(await statuses())).toEqual(new Set([200, 429]));
  for (const { injected } of started) injected.remove();
  expect(new Set(await statuses())).toEqual(new Set([200]));
});

test("a fault of one service leaves the others alone", async () => {
  const [vault, events] = [testVault(), testEmulator()];
  startScenario({ vault, events }, { name: "no vault", faults: [{ service: "vault", operationId: "*", times: "always", response: { status: 503 } }] });
  expect((await send(vault, LOGIN_PATH)).status).toBe(503);
  expect((await sendToEvents(events, "/api/v2/auth/introspect")).status).toBe(200);
});

test("a service without an emulator is an error that names the ones there are", () => {
  const scenario = { name: "mistyped", faults: [{ service: "valt", operationId: "*" }] };
  expect(() => startScenario({ vault: testVault() }, scenario)).toThrow("scenario mistyped: there is no service valt; did you mean vault?");
});
