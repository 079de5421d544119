import { createEventsEmulator, createManagementEmulator, createVaultEmulator, type Emulator, type ExchangeSummary, manualClock } from "@keywright/emulator";
import type { SentRequest } from "./messages.ts";

/** The time of the emulators: events of the guides are in the two weeks before it. */
const NOW = "2026-03-10T09:00:00Z";

const TOKEN = "example-token";

/** The states of the emulators, with the credentials that guides name. */
const SEEDS = {
  events: { eventsPerStream: 100, token: TOKEN },
  management: { auditEvents: 100, token: TOKEN, apps: [{ clientId: "my-app", clientSecret: "example-secret" }] },
  vault: { token: TOKEN },
};

/** The environment variables of blocks. */
export const ENVIRONMENT: { readonly [name: string]: string } = {
  CLIENT_SECRET: "example-secret",
  KEYWRIGHT_EVENTS_TOKEN: TOKEN,
  KEYWRIGHT_MANAGEMENT_TOKEN: TOKEN,
  KEYWRIGHT_VAULT_TOKEN: TOKEN,
};

/** The services that blocks call, by the first part of their host names. */
export type ServiceName = keyof typeof SEEDS;

/** Opens the emulators of a block. Each is created when it is needed, with the same state. */
export function openWorld(report: (request: SentRequest) => void): { readonly [service in ServiceName]: () => Emulator<unknown, unknown> } {
  const clock = manualClock(NOW);
  /** Failed attempts since the last success, by what was requested. */
  const failed = new Map<string, number>();
  const optionsOf = (service: ServiceName) => ({
    clock,
    onExchange({ sequence }: ExchangeSummary) {
      for (const { method, path, query, status, token } of emulators[service]().requests({ since: sequence - 1 })) {
        const address = `https://${service}.example.com${path}${query === "" ? "" : `?${query}`}`;
        const key = `${method} ${address}`;
        const attempt = (failed.get(key) ?? 0) + 1;
        if (status !== undefined && status < 400) failed.delete(key);
        else failed.set(key, attempt);
        report({ method, address, token, status, attempt });
      }
    },
  });
  const emulators = {
    events: once((): Emulator<unknown, unknown> => createEventsEmulator({ ...optionsOf("events"), seed: SEEDS.events })),
    management: once((): Emulator<unknown, unknown> => createManagementEmulator({ ...optionsOf("management"), seed: SEEDS.management })),
    vault: once((): Emulator<unknown, unknown> => createVaultEmulator({ ...optionsOf("vault"), seed: SEEDS.vault })),
  };
  return emulators;
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
