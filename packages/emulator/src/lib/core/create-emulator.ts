import { headerAdder } from "./answer-headers.ts";
import { checkOptions } from "./check-options.ts";
import { settable, type SettableClock, systemClock } from "./clock.ts";
import { reportDefect } from "./defect.ts";
import type { EmulatorOptions } from "./emulator-options.ts";
import type { Fault } from "./fault.ts";
import { createFaults, type InjectedFault } from "./faults.ts";
import { fetchFrom } from "./fetch.ts";
import { type EmulatorAnswer, type EmulatorRequest, toAnswer } from "./http.ts";
import { type OperationSpec, responseOf } from "./operation-spec.ts";
import { createRandom, type Random } from "./random.ts";
import { createRouter } from "./router.ts";
import type { Actor, RequestFacts, Service, Snapshots, Tools } from "./service.ts";
import { type EmulatorSnapshot, SNAPSHOT_RULES, type Start } from "./snapshot.ts";
import { createStages, operationsOf, type Outcome } from "./stages.ts";
import { whenReady } from "./when-ready.ts";

/** An emulator of a service in this process. */
export interface Emulator<Store, Seed> {
  /** Sends a request, with the arguments of the platform's `fetch`. The host of the address is ignored; redirects are not followed. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Handles a request of an adapter, such as the server. Returns or throws synchronously if nothing is asynchronous. */
  handle(request: EmulatorRequest): EmulatorAnswer | Promise<EmulatorAnswer>;
  /** The state, which tests can read and change. */
  readonly store: Store;
  readonly clock: SettableClock;
  readonly random: Random;
  /** Restores the initial state and removes all faults. The clock keeps its time. */
  reset(): void;
  /** Returns the whole state. */
  snapshot(): EmulatorSnapshot<Seed>;
  /** Restores the state of a snapshot. @throws TypeError if it is not a snapshot of this service. */
  restore(snapshot: EmulatorSnapshot<Seed>): void;
  /** Adds a fault for the next requests. */
  inject(fault: Fault): InjectedFault;
  /** Returns the faults that affected no request. */
  unusedFaults(): readonly InjectedFault[];
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
  { clock: given = systemClock(), randomSeed = 1, bodyLimitBytes = 1_048_576, headers, onExchange, onDefect = reportDefect }: EmulatorOptions = {},
): Emulator<Store, Seed> {
  const clock = settable(given);
  const random = createRandom(randomSeed);
  let chance = random.fork("faults");
  const { state, random: saved } = makeSeed({ clock, random: random.fork("seed") });
  const store = service.createStore(state, { clock, random });
  if (saved !== undefined) random.restore(saved);
  const start: EmulatorSnapshot<Seed> = { state, random: random.state() };

  const operations = operationsOf(service);
  const route = createRouter(operations, service.trailingSlash ?? false);
  const faults = createFaults(operations, () => chance);
  const withHeaders = headerAdder(headers);
  const stages = createStages({ service, store, clock, random, faults, bodyLimitBytes, onDefect });

  function handle(request: EmulatorRequest): EmulatorAnswer | Promise<EmulatorAnswer> {
    const at = new Date(clock.wallNow());
    const { method, path } = request;
    const match = route(method, path);
    if (match === undefined || "allow" in match) {
      const { refusals } = service;
      const reply = match === undefined ? refusals.notFound(factsOf(request, {})) : refusals.methodNotAllowed(match.allow, factsOf(request, {}));
      onExchange?.({ at, method, path, operationId: undefined, status: reply.status, faulted: false, isExample: false });
      return withHeaders(toAnswer(reply));
    }
    const { operation } = match;
    const facts = factsOf(request, match.path);
    return whenReady(stages.run(match, request, facts), (outcome) => {
      const { reply, actor, faulted = false, connection } = outcome;
      if (reply !== undefined) service.record?.({ operation, request: facts, actor, reply, at, faulted }, { store, random });
      const unanswered = connection === "drop" || connection === "reset";
      onExchange?.({
        at,
        method,
        path,
        operationId: operation.id,
        status: unanswered ? undefined : reply?.status,
        faulted,
        isExample: reply?.isExample === true,
      });
      return withHeaders(answerOf(operation, outcome));
    });
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
      chance = random.fork("faults");
    },
    snapshot: () => ({ state: store.snapshot(), random: random.state() }),
    restore(snapshot) {
      checkOptions("the snapshot", snapshot, SNAPSHOT_RULES);
      service.checkState?.(snapshot.state);
      goBackTo(snapshot);
    },
    inject: (fault) => faults.inject(fault),
    unusedFaults: () => faults.unused(),
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
