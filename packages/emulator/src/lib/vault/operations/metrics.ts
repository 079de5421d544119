import type { VaultStore } from "../state/store.ts";

/** Returns the metrics in the Prometheus text format. */
export async function writeMetrics(store: VaultStore): Promise<string> {
  // Loaded on demand, because the library takes a tenth of the start time.
  const { Counter, Gauge, Registry } = await import("prom-client");
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({ name: "http_requests_total", help: "Requests by method and status.", labelNames: ["method", "status"], registers });
  for (const { method, status, count } of store.requestCounts) requests.inc({ method, status }, count);
  const started = new Gauge({ name: "process_start_time_seconds", help: "When the server started, in seconds since 1970.", registers });
  started.set(new Date(store.server.startedAt).getTime() / 1000);
  new Gauge({ name: "vault_items", help: "Active items.", registers }).set(store.items.list(({ state }) => state === undefined).length);
  new Gauge({ name: "vault_vaults", help: "Vaults.", registers }).set(store.vaults.size);
  new Gauge({ name: "vault_activity_records", help: "Requests in the activity.", registers }).set(store.activity.length);
  return registry.metrics();
}
