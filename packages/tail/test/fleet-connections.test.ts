import { expect, it } from "vitest";
import { createFleetConnections } from "../src/lib/fleet/connections.ts";
import { fakeClock } from "../../core/test/fake-clock.ts";

it("a stream whose rejected token has another value is found once", async () => {
  const tokens = new Map([
    ["acme", "token-1"],
    ["globex", "token-2"],
  ]);
  const connections = createFleetConnections({
    accounts: { refresh: async () => [], placeOf: (account) => ({ url: "https://events.example.com", token: account }) },
    references: { read: async (reference) => tokens.get(reference) ?? reference, close() {} },
    sender: { fetch: () => Promise.reject(new Error("unused")) },
    clock: fakeClock(),
    maxResponseBytes: undefined,
    signal: new AbortController().signal,
  });
  for (const account of tokens.keys()) await connections.reject(account, "auditevents");
  expect(await connections.rotated()).toEqual([]);
  tokens.set("acme", "token-3");
  expect(await connections.rotated()).toEqual([{ account: "acme", stream: "auditevents" }]);
  expect(await connections.rotated()).toEqual([]);
});
