import type { HeaderValues } from "../core/answer-headers.ts";
import { type SettableClock, systemClock } from "../core/clock.ts";
import type { EmulatorOptions, ExchangeSummary } from "../core/emulator-options.ts";
import { isObject } from "../core/json.ts";
import { type EmulatorServer, serveEmulator, type Served, type ServeOptions } from "../core/node-server.ts";
import { createEventsEmulator, type EventsEmulator } from "../events/create-events-emulator.ts";
import { createManagementEmulator, type ManagementEmulator } from "../management/create-management-emulator.ts";
import { createVaultEmulator, type VaultEmulator } from "../vault/create-vault-emulator.ts";
import { SeedError, type SeedFile } from "./seed-file.ts";

/** The services, in the order of their ports. */
export interface Services {
  readonly management: ManagementEmulator;
  readonly vault: VaultEmulator;
  readonly events: EventsEmulator;
}

/** The name of a service. */
export type ServiceName = keyof Services;

/** Makes the three services with one clock. @throws SeedError where the state breaks a rule that the schema cannot say. */
export function createServices(
  seed: SeedFile,
  headers: HeaderValues,
  onExchange: ((service: ServiceName, exchange: ExchangeSummary) => void) | undefined,
): Services & { readonly clock: SettableClock } {
  const clock = systemClock();
  if (seed.time !== undefined) clock.set(seed.time);
  const optionsOf = (service: ServiceName): EmulatorOptions => ({
    clock,
    headers,
    ...(seed.randomSeed === undefined ? {} : { randomSeed: seed.randomSeed }),
    ...(onExchange === undefined ? {} : { onExchange: (exchange: ExchangeSummary) => onExchange(service, exchange) }),
  });
  return {
    clock,
    management: made("management", () => createManagementEmulator({ ...optionsOf("management"), seed: seed.management ?? {} })),
    vault: made("vault", () => createVaultEmulator({ ...optionsOf("vault"), seed: seed.vault ?? {} })),
    events: made("events", () => createEventsEmulator({ ...optionsOf("events"), seed: seed.events ?? {} })),
  };
}

function made<T>(service: ServiceName, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new SeedError(`the state of ${service} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Something cannot listen where it was told to. */
export class ListenError extends Error {}

/** Serves one of them. @throws ListenError where it cannot listen there. */
export async function listen(emulator: Served, options: ServeOptions & { readonly host: string; readonly port: number }): Promise<EmulatorServer> {
  const { host, port } = options;
  try {
    return await serveEmulator(emulator, options);
  } catch (error) {
    const code = String((isObject(error) ? error["code"] : undefined) ?? error);
    if (code === "EADDRINUSE") throw new ListenError(`port ${port} of ${host} is in use: give another one, or 0 for a free one`);
    if (code === "EACCES") throw new ListenError(`port ${port} of ${host} is not allowed to this user: give one of 1024 or more`);
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN") throw new ListenError(`${host} is no address of this machine`);
    throw new ListenError(`${host}, port ${port}: ${code}`);
  }
}
