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
import { createRandom, type Random, type RandomState } from "./random.ts";
import { createRouter } from "./router.ts";
import type { Actor, RequestFacts, Service, Snapshots, Tools } from "./service.ts";
import { createStages, operationsOf, type Outcome } from "./stages.ts";
import { whenReady } from "./when-ready.ts";

/** The whole state of an emulator, as plain data: JSON keeps it. */
export interface EmulatorSnapshot<Seed> {
  readonly state: Seed;
  readonly random: RandomState;
}

const SNAPSHOT_RULES: Rules<EmulatorSnapshot<unknown>> = {
  state: [(value) => typeof value === "object" && value !== null, "an object", true],
  random: [(value) => Array.isArray(value) && value.length === 4 && value.every(Number.isInteger), "four whole numbers", true],
};

/** A service, alive in this process. */
export interface Emulator<Store, Seed> {
  /** Takes what the platform's `fetch` takes and answers as the service would; the host of the address does not matter. Redirects are not followed. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** The same in the form that adapters use, such as the server. Answers at once where nothing has to be waited for, and then throws where it would reject. */
  handle(request: EmulatorRequest): EmulatorAnswer | Promise<EmulatorAnswer>;
  /** The state, to look at and to change in tests. */
  readonly store: Store;
  readonly clock: SettableClock;
  readonly random: Random;
  /** Back to the state after it was made, without faults. The clock stays. */
  reset(): void;
  snapshot(): EmulatorSnapshot<Seed>;
  /** Back to the state of a snapshot. @throws TypeError where it is not one of this service. */
  restore(snapshot: EmulatorSnapshot<Seed>): void;
  /** Breaks the next requests: see {@link Fault}. */
  inject(fault: Fault): InjectedFault;
  /** The faults that never struck. */
  unusedFaults(): readonly InjectedFault[];
}

/**
 * Makes a service alive: match → authenticate → authorize → check request → fault or handler → check reply → record.
 *
 * @param service What decides everything that the contract does not.
 * @param makeSeed Gives the first state; called once.
 */
export function createEmulator<Operations, Store extends Snapshots<Seed>, Seed, A extends Actor>(
  service: Service<Operations, Store, Seed, A>,
  makeSeed: (tools: Tools) => Seed,
  { clock: given = systemClock(), randomSeed = 1, bodyLimitBytes = 1_048_576, headers, onExchange, onDefect = reportDefect }: EmulatorOptions = {},
): Emulator<Store, Seed> {
  const clock = settable(given);
  const random = createRandom(randomSeed);
  let chance = random.fork("faults");
  const seed = makeSeed({ clock, random: random.fork("seed") });
  const store = service.createStore(seed, { clock, random });
  const start: EmulatorSnapshot<Seed> = { state: seed, random: random.state() };

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
  // Without a reply the connection ends unanswered, and nobody sees this status.
  const answer = toAnswer(reply ?? { status: 500 }, responseOf(operation, reply?.status ?? 0)?.mediaType);
  if (malformed === true) return halved(answer);
  return connection === undefined ? answer : { ...answer, connection };
}

/** Half of a body with a length that says it is whole: nothing but its syntax tells. */
function halved(answer: EmulatorAnswer): EmulatorAnswer {
  if (answer.body === undefined) return answer;
  const bytes = typeof answer.body === "string" ? Buffer.from(answer.body) : answer.body;
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  return { ...answer, headers: { ...answer.headers, "content-length": String(half.length) }, body: half };
}
