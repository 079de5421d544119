import { checkOptions, FUNCTION, type Rule, type Rules, STRING } from "../core/values/check-options.ts";
import type { Emulator } from "../core/create-emulator.ts";
import { isObject } from "../core/values/json.ts";
import { lazily } from "../core/values/lazily.ts";
import { manualClock, type ManualClock } from "../core/time/manual-clock.ts";
import { type EmulatorServer, serveEmulator } from "../core/http/node-server.ts";
import { createEventsEmulator, type EventsEmulator, type EventsEmulatorOptions } from "../events/create-events-emulator.ts";
import { createManagementEmulator, type ManagementEmulator, type ManagementEmulatorOptions } from "../management/create-management-emulator.ts";
import { createVaultEmulator, type VaultEmulator, type VaultEmulatorOptions } from "../vault/create-vault-emulator.ts";

/** A function of a test runner that calls another one at a time of the test run. */
export type Hook = (run: () => Promise<void>) => unknown;

/** The hooks of a test runner, by the names of Vitest and Jest, or of node:test. */
export interface RunnerHooks {
  /** Restores the initial state before each test. */
  readonly beforeEach: Hook;
  /** Serves the emulators on free ports, if there is also `afterAll` or `after`. */
  readonly beforeAll?: Hook;
  readonly afterAll?: Hook;
  /** `beforeAll` of node:test. */
  readonly before?: Hook;
  /** `afterAll` of node:test. */
  readonly after?: Hook;
}

/** The content of a seed file. All properties are optional. */
export interface EmulatorSeeds {
  /** Seed of ids, tokens and probabilities. */
  readonly randomSeed?: number | string;
  /** The time at which each test starts (RFC 3339). Default: `2026-01-01T00:00:00Z`. */
  readonly time?: string;
  readonly vault?: NonNullable<VaultEmulatorOptions["seed"]>;
  readonly management?: NonNullable<ManagementEmulatorOptions["seed"]>;
  readonly events?: NonNullable<EventsEmulatorOptions["seed"]>;
}

/** Options of a client that calls an emulator in process. */
export interface ClientOptions {
  readonly baseUrl: string;
  readonly token: string;
  readonly fetch: Emulator<unknown, unknown>["fetch"];
  readonly clock: ManualClock;
}

interface EachService<Value> {
  readonly vault: Value;
  readonly management: Value;
  readonly events: Value;
}

/** Emulators for the tests of a file. A service is created when it is first used. */
export interface Emulators {
  readonly vault: VaultEmulator;
  readonly management: ManagementEmulator;
  readonly events: EventsEmulator;
  /** Options of each client. */
  readonly clients: EachService<ClientOptions>;
  /** Addresses for other processes. @throws Error if the hooks that serve them have not run. */
  readonly urls: EachService<string>;
  /** The clock of emulators and clients. It only moves when a test moves it. */
  readonly clock: ManualClock;
}

const OBJECT: Rule = [isObject, "an object"];
const HOOKS: Rules<RunnerHooks> = { beforeEach: [FUNCTION[0], FUNCTION[1], true], beforeAll: FUNCTION, afterAll: FUNCTION, before: FUNCTION, after: FUNCTION };
const SEEDS: Rules<EmulatorSeeds> = {
  randomSeed: [(value) => typeof value === "number" || typeof value === "string", "a number or a string"],
  time: STRING,
  vault: OBJECT,
  management: OBJECT,
  events: OBJECT,
};

/**
 * Creates emulators for the tests of a file, each with the same state, time, ids and tokens.
 *
 * @param hooks Hooks of the test runner.
 * @param seeds The initial state.
 * @example
 * ```ts
 * const { clients } = useEmulators({ beforeEach });
 * const vault = createVaultClient(clients.vault);
 * ```
 */
export function useEmulators(hooks: RunnerHooks, seeds: EmulatorSeeds = {}): Emulators {
  checkOptions("the hooks of useEmulators", hooks, HOOKS);
  checkOptions("the seeds of useEmulators", seeds, SEEDS);
  const { time = "2026-01-01T00:00:00Z", randomSeed = 1, vault = {}, management = {}, events = {} } = seeds;
  const clock = manualClock(time);
  const used: { reset(): void }[] = [];
  const adding = <E extends { reset(): void }>(emulator: E): E => {
    used.push(emulator);
    return emulator;
  };
  const emulators = lazily<Pick<Emulators, "vault" | "management" | "events">>({
    vault: () => adding(createVaultEmulator({ clock, randomSeed, seed: vault })),
    management: () => adding(createManagementEmulator({ clock, randomSeed, seed: management })),
    events: () => adding(createEventsEmulator({ clock, randomSeed, seed: events })),
  });
  hooks.beforeEach(async () => {
    clock.set(time);
    for (const emulator of used) emulator.reset();
  });
  const urls = servedBy(hooks, emulators);
  const clientOf = (service: keyof EachService<unknown>) => (): ClientOptions => {
    const { token, fetch } = emulators[service];
    return { baseUrl: `https://${service}.example.com`, token, fetch, clock };
  };
  const clients = lazily<EachService<ClientOptions>>({ vault: clientOf("vault"), management: clientOf("management"), events: clientOf("events") });
  return Object.defineProperties({ clients, urls, clock } as Emulators, Object.getOwnPropertyDescriptors(emulators));
}

/** Serves emulators from the first hook to the last one, and returns their addresses. */
function servedBy(hooks: RunnerHooks, emulators: EachService<Parameters<typeof serveEmulator>[0]>): EachService<string> {
  const { beforeAll = hooks.before, afterAll = hooks.after } = hooks;
  const servers = new Map<string, EmulatorServer>();
  if (beforeAll !== undefined && afterAll !== undefined) {
    beforeAll(async () => {
      for (const service of ["vault", "management", "events"] as const) servers.set(service, await serveEmulator(emulators[service]));
    });
    afterAll(async () => {
      await Promise.all([...servers.values()].map((server) => server.close()));
      servers.clear();
    });
  }
  const urlOf = (service: string): string => {
    const server = servers.get(service);
    if (server === undefined) throw new Error(`${service} is not served: pass beforeAll and afterAll to useEmulators, and read its address in a test`);
    return server.url;
  };
  return {
    get vault() {
      return urlOf("vault");
    },
    get management() {
      return urlOf("management");
    },
    get events() {
      return urlOf("events");
    },
  };
}
