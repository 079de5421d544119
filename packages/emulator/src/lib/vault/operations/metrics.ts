import type { VaultStore } from "../state/store.ts";

/** Returns the metrics in the Prometheus text format. */
export function writeMetrics(store: VaultStore): string {
  const requests = store.requestCounts.map(({ method, status, count }) => `{method="${method}",status="${status}"} ${count}`);
  return [
    metric("http_requests_total", "counter", "Requests by method and status.", requests),
    gauge("process_start_time_seconds", "When the server started, in seconds since 1970.", new Date(store.server.startedAt).getTime() / 1000),
    gauge("vault_items", "Active items.", store.items.list(({ state }) => state === undefined).length),
    gauge("vault_vaults", "Vaults.", store.vaults.size),
    gauge("vault_activity_records", "Requests in the activity.", store.activity.length),
  ].join("\n");
}

function gauge(name: string, help: string, value: number): string {
  return metric(name, "gauge", help, [` ${value}`]);
}

function metric(name: string, type: string, help: string, samples: readonly string[]): string {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map((sample) => name + sample), ""].join("\n");
}
