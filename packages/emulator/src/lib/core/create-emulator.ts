import { headerAdder } from "./http/response-headers.ts";
import { checkOptions, type Rules } from "./values/check-options.ts";
import { settable, type SettableClock } from "./time/clock.ts";
import { reportDefect } from "./service/defect.ts";
import type { EmulatorOptions } from "./service/emulator-options.ts";
import { type Fault, createFaults, type InjectedFault } from "./faults/faults.ts";
import { fetchFrom } from "./http/fetch.ts";
import { createHandler } from "./stages/handle-request.ts";
import type { EmulatorResponse, EmulatorRequest } from "./http/http.ts";
import { createRandom, type Random } from "./values/random.ts";
import type { RecordedRequest, RequestsOptions } from "./log/recorded-request.ts";
import { createRequestLog } from "./log/request-log.ts";
import { createRouter } from "./stages/router.ts";
import type { Actor, Service, Snapshots, Tools } from "./service/service.ts";
import { type EmulatorSnapshot, SNAPSHOT_RULES, type Start } from "./service/snapshot.ts";
import { createStages, operationsOf } from "./stages/stages.ts";

const REQUESTS_RULES: Rules<RequestsOptions> = {
  since: [(value) => Number.isInteger(value), "a whole number"],
  limit: [(value) => Number.isInteger(value) && Number(value) >= 0, "a whole number, at least 0"],
  masked: [(value) => typeof value === "boolean", "true or false"],
};

/** An emulator of a service in this process. */
export interface Emulator<Store, Seed> {
  /** Sends a request, as the platform's `fetch`. Ignores the host and follows no redirects. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Handles an adapter's request; synchronously, also errors, if nothing is asynchronous. */
  handle(request: EmulatorRequest): EmulatorResponse | Promise<EmulatorResponse>;
  /** The state, which tests can read and change. */
  readonly store: Store;
  readonly clock: SettableClock;
  readonly random: Random;
  /** Ids of the operations, for faults. */
  readonly operationIds: readonly string[];
  /** Returns the contract's secret property names, in lower case and without underscores. */
  secretNames(): ReadonlySet<string>;
  /** Restores the initial state and its own clock. Removes all faults and recorded requests. */
  reset(): void;
  /** Returns the whole state. */
  snapshot(): EmulatorSnapshot<Seed>;
  /** Restores a snapshot. @throws TypeError if it is not a snapshot of this service. */
  restore(snapshot: EmulatorSnapshot<Seed>): void;
  /** Adds a fault for the next requests. */
  inject(fault: Fault): InjectedFault;
  /** Returns the faults. */
  faults(): readonly InjectedFault[];
  /** Returns the faults that affected no request. */
  unusedFaults(): readonly InjectedFault[];
  /** Returns the newest requests, the oldest first. */
  requests(options?: RequestsOptions): readonly RecordedRequest[];
  /** Removes the recorded requests. */
  clearRequests(): void;
}

/**
 * Creates an emulator: match → authenticate → authorize → check → fault/handler → check → record.
 *
 * @param service The parts of the service that its contract does not define.
 * @param makeSeed Returns the initial state; called once.
 */
export function createEmulator<Operations, Store extends Snapshots<Seed>, Seed, A extends Actor>(
  service: Service<Operations, Store, Seed, A>,
  makeSeed: (tools: Tools) => Start<Seed>,
  options: EmulatorOptions = {},
): Emulator<Store, Seed> {
  const { randomSeed = 1, bodyLimitBytes = 1_048_576, requestLog = 1000, headers, onExchange, onDefect = reportDefect } = options;
  const { clock, reset: resetClock } = settable(options.clock);
  const random = createRandom(randomSeed);
  let chance = random.fork("faults");
  const { state, random: saved } = makeSeed({ clock, random: random.fork("seed") });
  const store = service.createStore(state, { clock, random });
  if (saved !== undefined) random.restore(saved);
  const start: EmulatorSnapshot<Seed> = { state, random: random.state() };

  const operations = operationsOf(service);
  const route = createRouter(operations, service.trailingSlash ?? false);
  const faults = createFaults(service.name, operations, () => chance, clock);
  const stages = createStages({ service, store, clock, random, faults, bodyLimitBytes, isRecorded: requestLog > 0, onDefect });

  const log = createRequestLog(service, requestLog);
  const handle = createHandler({ service, store, clock, random, route, stages, log, onExchange, withHeaders: headerAdder(headers) });

  function goBackTo(snapshot: EmulatorSnapshot<Seed>): void {
    store.restore(snapshot.state);
    random.restore(snapshot.random);
    stages.forget();
  }

  return {
    fetch: fetchFrom(handle),
    handle,
    store,
    clock,
    random,
    operationIds: operations.map(({ id }) => id),
    secretNames: () => service.contract.secretNames(),
    reset() {
      goBackTo(start);
      faults.clear();
      log.clear();
      resetClock();
      chance = random.fork("faults");
    },
    snapshot: () => ({ state: store.snapshot(), random: random.state() }),
    restore(snapshot) {
      checkOptions("the snapshot", snapshot, SNAPSHOT_RULES);
      service.checkState?.(snapshot.state);
      goBackTo(snapshot);
    },
    inject: (fault) => faults.inject(fault),
    faults: () => faults.list(),
    unusedFaults: () => faults.unused(),
    requests(wanted = {}) {
      checkOptions("the options of requests", wanted, REQUESTS_RULES);
      return log.list(wanted);
    },
    clearRequests: () => log.clear(),
  };
}
