import { headerAdder } from "./answer-headers.ts";
import { checkOptions, type Rules } from "./check-options.ts";
import { settable, type SettableClock, systemClock } from "./clock.ts";
import { reportDefect } from "./defect.ts";
import type { EmulatorOptions } from "./emulator-options.ts";
import type { Fault } from "./fault.ts";
import { createFaults, type InjectedFault } from "./faults.ts";
import { fetchFrom } from "./fetch.ts";
import { type EmulatorAnswer, type EmulatorRequest, toAnswer } from "./http.ts";
import { type OperationSpec, responseOf } from "./operation-spec.ts";
import { createRandom, type Random } from "./random.ts";
import type { RecordedRequest, RequestsOptions } from "./recorded-request.ts";
import { createRequestLog, type Exchanged } from "./request-log.ts";
import { createRouter } from "./router.ts";
import type { Actor, RequestFacts, Service, Snapshots, Tools } from "./service.ts";
import { type EmulatorSnapshot, SNAPSHOT_RULES, type Start } from "./snapshot.ts";
import { createStages, operationsOf, type Outcome } from "./stages.ts";

const REAL_TIME = systemClock();

const REQUESTS_RULES: Rules<RequestsOptions> = {
  since: [(value) => Number.isInteger(value), "a whole number"],
  masked: [(value) => typeof value === "boolean", "true or false"],
};

/** An emulator of a service in this process. */
export interface Emulator<Store, Seed> {
  /** Sends a request, with the arguments of the platform's `fetch`. The host of the address is ignored; redirects are not followed. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Handles a request of an adapter, such as the server. */
  handle(request: EmulatorRequest): Promise<EmulatorAnswer>;
  /** The state, which tests can read and change. */
  readonly store: Store;
  readonly clock: SettableClock;
  readonly random: Random;
  /** Restores the initial state and the clock, unless the clock is one that the test can set. Removes all faults and recorded requests. */
  reset(): void;
  /** Returns the whole state. */
  snapshot(): EmulatorSnapshot<Seed>;
  /** Restores the state of a snapshot. @throws TypeError if it is not a snapshot of this service. */
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
 * Creates an emulator: match → authenticate → authorize → check request → fault or handler → check reply → record.
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
  const faults = createFaults(service.name, operations, () => chance);
  const withHeaders = headerAdder(headers);
  const stages = createStages({ service, store, clock, random, faults, bodyLimitBytes, onDefect });

  const log = createRequestLog(service.name, service.contract.secrets, requestLog);

  async function handle(request: EmulatorRequest): Promise<EmulatorAnswer> {
    const { method, path, query } = request;
    const [at, startedAt] = [new Date(clock.wallNow()), REAL_TIME.now()];
    const credentials = service.contract.secrets.headers.map((name) => request.header(name)).find((value) => value !== undefined);
    const match = route(method, path);
    const operation = match !== undefined && "operation" in match ? match.operation : undefined;
    const record = ({ actor, fault, connection, reply, refusedBy, issues = [], body, bodyLength = 0 }: Outcome<A>): void => {
      const exchanged: Exchanged = {
        at,
        operation,
        method,
        path,
        query,
        status: connection === "drop" || connection === "reset" ? undefined : reply?.status,
        durationMs: REAL_TIME.now() - startedAt,
        actor: actor === service.anonymous ? undefined : actor?.id,
        credentials,
        body,
        bodyLength,
        reply,
        refusedBy,
        issues,
        fault: fault?.id,
        unread: [],
      };
      const sequence = log.add(exchanged);
      const { status } = exchanged;
      onExchange?.({ sequence, at, method, path, operationId: operation?.id, status, faulted: fault !== undefined, isExample: reply?.isExample === true });
    };
    if (match === undefined || "allow" in match) {
      const { refusals } = service;
      const reply = match === undefined ? refusals.notFound(factsOf(request, {})) : refusals.methodNotAllowed(match.allow, factsOf(request, {}));
      record({ reply, actor: undefined, refusedBy: "route" });
      return withHeaders(toAnswer(reply));
    }
    const facts = factsOf(request, match.path);
    const outcome = await stages.run(match, request, facts);
    const { reply, actor, fault } = outcome;
    if (reply !== undefined)
      service.record?.({ operation: match.operation, request: facts, actor, reply, at, faulted: fault !== undefined }, { store, random });
    record(outcome);
    return withHeaders(answerOf(match.operation, outcome));
  }

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

function factsOf(request: EmulatorRequest, pathParameters: RequestFacts["pathParameters"]): RequestFacts {
  const { method, origin, path, query, ip } = request;
  return { method, origin, path, query, ip, userAgent: request.header("user-agent"), pathParameters };
}

function answerOf(operation: OperationSpec, { reply, connection, malformed }: Outcome<Actor>): EmulatorAnswer {
  // Without a reply the connection closes, and no client sees this status.
  const answer = toAnswer(reply ?? { status: 500 }, responseOf(operation, reply?.status ?? 0)?.mediaType);
  if (malformed === true) return halved(answer);
  return connection === undefined ? answer : { ...answer, connection };
}

/** Returns half of a body with a matching length, so that only its syntax is wrong. */
function halved(answer: EmulatorAnswer): EmulatorAnswer {
  if (answer.body === undefined) return answer;
  const bytes = typeof answer.body === "string" ? Buffer.from(answer.body) : answer.body;
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  return { ...answer, headers: { ...answer.headers, "content-length": String(half.length) }, body: half };
}
