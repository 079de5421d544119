import { describe, expect, it } from "vitest";
import { type MetricsApi, recordSecretCache } from "../../src/cache.ts";
import { thrown } from "../support.ts";
import { POLL_MS, Server, watched } from "./support.ts";

const DATABASE = "Production/Database/password";

/** Metrics that are read when a test reads them. */
function metrics() {
  const callbacks = new Map<string, Set<(observation: { observe(value: number): void }) => void>>();
  const create = (name: string) => {
    const all = new Set<(observation: { observe(value: number): void }) => void>();
    callbacks.set(name.replace("keywright.secret_cache.", ""), all);
    return { addCallback: (callback: never) => void all.add(callback), removeCallback: (callback: never) => void all.delete(callback) };
  };
  const api: MetricsApi = { metrics: { getMeter: () => ({ createObservableGauge: create, createObservableCounter: create }) } };
  const read = () => {
    const values: { [name: string]: number } = {};
    for (const [name, all] of callbacks) for (const callback of all) callback({ observe: (value) => (values[name] = value) });
    return values;
  };
  return { api, read };
}

describe("recordSecretCache", () => {
  it("records the counters of a cache until it is stopped", async () => {
    const server = new Server();
    const { secrets } = await watched(server, { references: [DATABASE] });
    const { api, read } = metrics();
    const stop = recordSecretCache(secrets, api);
    secrets.get(DATABASE);
    await server.clock.advance(POLL_MS + 5000);
    expect(read()).toEqual({ age: 5, hits: 1, polls: 1, requests: 3, failures: 0, copied: 0 });
    stop();
    expect(read()).toEqual({});
  });

  it.each([
    [undefined, { metrics: { getMeter: () => ({}) } }, "recordSecretCache: cache must be a cache; got nothing"],
    [{ stats: () => ({}) }, {}, "recordSecretCache: api must be { metrics } of @opentelemetry/api (version 1); got an object"],
  ])("rejects %j with %j", (cache, api, message) => {
    expect(thrown(() => recordSecretCache(cache as never, api as never))).toMatchObject({ name: "ArgumentError", message });
  });
});
