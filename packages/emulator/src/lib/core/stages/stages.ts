import { checkedReply, handled, type Outcome } from "./outcome.ts";
import type { Clock } from "../time/clock.ts";
import { EmulatorDefect } from "../service/defect.ts";
import { operationOf, createInputCheck, type InputCheckOptions } from "./check-input.ts";
import type { Faults } from "../faults/faults.ts";
import type { AnyReply, EmulatorRequest } from "../http/http.ts";
import type { OperationSpec } from "../schemas/operation-spec.ts";
import type { Random } from "../values/random.ts";
import type { Match } from "./router.ts";
import type { Actor, RequestFacts, Service, Snapshots } from "../service/service.ts";
import { applyFault } from "./apply-fault.ts";
import { whenReady } from "../values/when-ready.ts";

/** The stages between the match and the record. */
export interface Stages<A> {
  /** Throws or rejects only if the client closes the connection, or if `onDefect` throws. */
  run(match: Match, request: EmulatorRequest, facts: RequestFacts): Outcome<A> | Promise<Outcome<A>>;
  /** Forgets the responses for the fault `repeat`. */
  forget(): void;
}

/** Options of {@link createStages}. */
export interface StagesOptions<Operations, Store extends Snapshots<Seed>, Seed, A extends Actor> extends InputCheckOptions<Operations, Store, Seed, A> {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly faults: Faults;
  readonly onDefect: (defect: EmulatorDefect) => void;
}

/** Returns the operations of a service's contract, then its routes outside the contract. */
export function operationsOf<Operations, Store extends Snapshots<Seed>, Seed, A extends Actor>(
  service: Service<Operations, Store, Seed, A>,
): readonly OperationSpec[] {
  return [...service.contract.operations, ...(service.extraRoutes ?? []).map((extra) => operationOf(extra))];
}

/** Creates the stages: authenticate → authorize → check → fault or handler → check reply. */
export function createStages<Operations, Store extends Snapshots<Seed>, Seed, A extends Actor>(options: StagesOptions<Operations, Store, Seed, A>): Stages<A> {
  const { service, store, clock, random, faults, onDefect } = options;
  const { contract, errorResponses } = service;
  expectExpiredCursor(service);
  const lastReplies = new Map<string, AnyReply>();
  const checkInput = createInputCheck(options);
  const checked = checkedReply.bind(undefined, contract);
  const now = (): Date => new Date(clock.wallNow());

  /** Responds to a defect with 500. Rethrows if the client has closed the connection. */
  function run(match: Match, request: EmulatorRequest, facts: RequestFacts): Outcome<A> | Promise<Outcome<A>> {
    const fail = (error: unknown): Outcome<A> => {
      if (request.signal()?.aborted === true) throw error;
      const defect = error instanceof EmulatorDefect ? error : new EmulatorDefect(match.operation.id, [String(error)], error);
      onDefect(defect);
      return { reply: errorResponses.failed(defect.issues, match.operation), actor: undefined, rejectedBy: "handler", issues: defect.issues };
    };
    try {
      const outcome = pass(match, request, facts);
      return outcome instanceof Promise ? outcome.catch(fail) : outcome;
    } catch (error) {
      return fail(error);
    }
  }

  function pass(match: Match, request: EmulatorRequest, facts: RequestFacts): Outcome<A> | Promise<Outcome<A>> {
    const { operation } = match;
    const actor = recognize(operation, request);
    if (typeof actor === "string") {
      const issues = [`the credentials are ${actor}`];
      return { reply: checked(operation, errorResponses.unauthenticated(actor, operation)), actor: undefined, rejectedBy: "authentication", issues };
    }
    const missing = operation.security?.scopes.filter((scope) => !actor.scopes.includes(scope));
    if (missing !== undefined && missing.length > 0) {
      const issues = missing.map((scope) => `the token lacks the scope ${scope}`);
      return { reply: checked(operation, errorResponses.forbidden(missing, operation)), actor, rejectedBy: "scopes", issues };
    }
    const context = { store, actor, now, random, request: facts, operation, contract };
    return whenReady(checkInput(match, request, context), (checkedInput): Outcome<A> | Promise<Outcome<A>> => {
      const { act, body, bodyLength, use } = checkedInput;
      if (act === undefined) return { ...checkedInput, reply: checked(operation, checkedInput.reply), actor, rejectedBy: "request" };
      const fault = faults.take(operation, lastReplies.has(operation.id));
      const acting = (): AnyReply | Promise<AnyReply> => whenReady(act(), (reply) => remembered(operation, reply));
      if (fault === undefined) return whenReady(acting(), (reply): Outcome<A> => ({ body, bodyLength, use, actor, ...handled(reply) }));
      const target = { clock, errorResponses, operation, request, lastReply: () => lastReplies.get(operation.id), act: acting };
      return applyFault(fault.fault, target).then((result) => ({ body, bodyLength, use, actor, fault, ...result }));
    });
  }

  function remembered(operation: OperationSpec, reply: AnyReply): AnyReply {
    if (reply.status < 300 && operation.definition !== undefined) lastReplies.set(operation.id, reply);
    return reply;
  }

  function recognize(operation: OperationSpec, request: EmulatorRequest): ReturnType<typeof service.authenticate> {
    if (operation.security === undefined) return service.anonymous;
    return service.authenticate((name) => request.header(name), { store, now: now(), operation, query: request.query });
  }

  return { run, forget: () => lastReplies.clear() };
}

function expectExpiredCursor({ name, contract, errorResponses }: Pick<Service<never, never, never>, "name" | "contract" | "errorResponses">): void {
  const withCursor = contract.operations.find(({ hasCursor }) => hasCursor);
  if (withCursor !== undefined && errorResponses.expiredCursor === undefined)
    throw new Error(`${name} has a cursor in ${withCursor.id} and must handle expired ones`);
}
