import type { HeaderValues } from "../../core/http/response-headers.ts";
import { type OffsetClock, systemClock } from "../../core/time/clock.ts";
import type { EmulatorOptions, ExchangeSummary } from "../../core/service/emulator-options.ts";
import { isObject } from "../../core/values/json.ts";
import { type EmulatorServer, serveEmulator, type Served, type ServeOptions } from "../../core/http/node-server.ts";
import { openAccounts } from "./open-accounts.ts";
import { EMULATED } from "../../../generated/services.ts";
import type { Emulated, OpenEmulated, Services } from "../../core/emulated.ts";
import { SeedError, type SeedFile } from "./seed-file.ts";
import { CommandError } from "./terminal.ts";

/** The names of the services, in the order of their ports. */
export const SERVICE_NAMES: readonly string[] = Object.keys(EMULATED);

/** Creates the services with one clock. @throws SeedError if a state breaks a service's rule. */
export function createServices(
  seed: SeedFile,
  headers: HeaderValues,
  onExchange: ((service: string, exchange: ExchangeSummary) => void) | undefined,
  names: readonly string[] = SERVICE_NAMES,
  accounts?: number,
): { readonly services: Services; readonly clock: OffsetClock } {
  const clock = startingClock(seed.time);
  const optionsOf = (service: string): EmulatorOptions => ({
    clock,
    headers,
    ...(seed.randomSeed === undefined ? {} : { randomSeed: seed.randomSeed }),
    // Only the control port shows them, and it has no accounts.
    ...(accounts === undefined ? {} : { requestLog: 0 }),
    ...(onExchange === undefined ? {} : { onExchange: (exchange: ExchangeSummary) => onExchange(service, exchange) }),
  });
  const parts = seed as { readonly [service: string]: unknown };
  const openService = (name: string, open: OpenEmulated): Emulated => {
    const part = Object(parts[name] ?? {}) as object;
    if (accounts === undefined) return open(optionsOf(name), part);
    if ("token" in part || "tokens" in part) throw new Error("leave out its tokens: with --accounts, each account has its own");
    return openAccounts(accounts, ({ account, token, randomSeed }) =>
      open({ ...optionsOf(`${name}/${account}`), randomSeed: seed.randomSeed === undefined ? randomSeed : `${seed.randomSeed} ${randomSeed}` }, part, token),
    );
  };
  const wanted = Object.entries(EMULATED).filter(([name]) => names.includes(name));
  const services = wanted.map(([name, open]) => [name, made(name, () => openService(name, open))] as const);
  return { clock, services: new Map(services) };
}

/** Returns a clock that starts at a time, now and after each reset. */
function startingClock(time: string | undefined): OffsetClock {
  const clock = systemClock();
  const reset = (): void => {
    clock.reset();
    if (time !== undefined) clock.set(time);
  };
  reset();
  return { ...clock, reset };
}

function made<T>(service: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new SeedError(`the state of ${service} is invalid: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A service cannot listen on its address or port. */
export class ListenError extends CommandError {}

/** Serves a service. @throws ListenError if it cannot listen on the address or port. */
export async function listen(emulator: Served, options: ServeOptions & { readonly host: string; readonly port: number }): Promise<EmulatorServer> {
  const { host, port } = options;
  try {
    return await serveEmulator(emulator, options);
  } catch (error) {
    throw listenError(error, host, port);
  }
}

/** Returns the error of a server that cannot listen. */
export function listenError(error: unknown, host: string, port: number): ListenError {
  const code = String((isObject(error) ? error["code"] : undefined) ?? error);
  if (code === "EADDRINUSE") return new ListenError(`port ${port} of ${host} is in use: use another port, or 0 for a free one`);
  if (code === "EACCES") return new ListenError(`port ${port} of ${host} needs more rights: use a port of 1024 or more`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN") return new ListenError(`${host} is not an address of this machine`);
  if (/^ERR_(OSSL|SSL|CRYPTO)|PEM/.test(code)) return new ListenError(`the certificate and the key cannot be used (${code})`);
  return new ListenError(`${host}, port ${port}: ${code}`);
}
