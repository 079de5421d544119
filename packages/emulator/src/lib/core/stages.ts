import type { Clock } from "./clock.ts";
import type { CheckedRequest } from "./contract.ts";
import { EmulatorDefect } from "./defect.ts";
import { extraBody, operationOf } from "./extras.ts";
import type { Fault } from "./fault.ts";
import type { Faults } from "./faults.ts";
import type { AnyReply, ConnectionFault, EmulatorRequest } from "./http.ts";
import { describeIssue } from "./issues.ts";
import type { OperationSpec } from "./operation-spec.ts";
import type { Random } from "./random.ts";
import type { Match } from "./router.ts";
import { sleep } from "./sleep.ts";
import { whenReady } from "./when-ready.ts";
import type { Actor, Context, RequestFacts, Service, Snapshots } from "./service.ts";

/** The result of a request: a reply, and what happens to the connection. */
export interface Outcome<A> {
  /** `undefined` if a fault prevents both the operation and the response. */
  readonly reply: AnyReply | undefined;
  /** `undefined` if the request was not authenticated. */
  readonly actor: A | undefined;
  readonly faulted?: boolean;
  readonly connection?: ConnectionFault;
  /** Cuts the body and adapts its length. */
  readonly malformed?: true;
}

/** The stages between the match and the record. */
export interface Stages<A> {
  /** Throws or rejects only if the client closes the connection, or if `onDefect` throws. */
  run(match: Match, request: EmulatorRequest, facts: RequestFacts): Outcome<A> | Promise<Outcome<A>>;
  /** Forgets the responses for the fault `repeat`. */
  forget(): void;
}

/** Calls the handler. */
type Act = () => AnyReply | Promise<AnyReply>;

/** The result of checking a request: an error response, or the call of the handler. */
type Prepared = AnyReply | Act;

/** Options of {@link createStages}. */
export interface StagesOptions<Operations, Store extends Snapshots<Seed>, Seed, A extends Actor> {
  readonly service: Service<Operations, Store, Seed, A>;
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly faults: Faults;
  readonly bodyLimitBytes: number;
  readonly onDefect: (defect: EmulatorDefect) => void;
}

/** Returns the operations of a service's contract, then its routes outside the contract. */
export function operationsOf<Operations, Store extends Snapshots<Seed>, Seed, A extends Actor>(
  service: Service<Operations, Store, Seed, A>,
): readonly OperationSpec[] {
  return [...service.contract.operations, ...(service.extras ?? []).map((extra) => operationOf(extra))];
}

/** Creates the stages: authenticate → authorize → check request → fault or handler → check reply. */
export function createStages<Operations, Store extends Snapshots<Seed>, Seed, A extends Actor>(options: StagesOptions<Operations, Store, Seed, A>): Stages<A> {
  const { service, store, clock, random, faults, bodyLimitBytes, onDefect } = options;
  const { contract, refusals } = service;
  const extras = new Map((service.extras ?? []).map((extra) => [extra.id, extra]));
  const withCursor = contract.operations.find(({ hasCursor }) => hasCursor);
  if (withCursor !== undefined && refusals.expiredCursor === undefined)
    throw new Error(`${service.name} has a cursor in ${withCursor.id} and must handle expired ones`);
  const lastReplies = new Map<string, AnyReply>();
  // The contract checks the input of a handler by the schemas of its types.
  const handlers = service.handlers as { readonly [id: string]: (input: unknown, context: Context<Store, A>) => AnyReply | Promise<AnyReply> };
  const now = (): Date => new Date(clock.wallNow());

  /** Responds with 500 to a defect of the emulator. Rethrows if the client has closed the connection. */
  function run(match: Match, request: EmulatorRequest, facts: RequestFacts): Outcome<A> | Promise<Outcome<A>> {
    const fail = (error: unknown): Outcome<A> => {
      if (request.signal()?.aborted === true) throw error;
      const defect = error instanceof EmulatorDefect ? error : new EmulatorDefect(match.operation.id, [String(error)], error);
      onDefect(defect);
      return { reply: refusals.failed(defect.issues, match.operation), actor: undefined };
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
    if (typeof actor === "string") return { reply: checked(operation, refusals.unauthenticated(actor, operation)), actor: undefined };
    const missing = operation.security?.scopes.filter((scope) => !actor.scopes.includes(scope));
    if (missing !== undefined && missing.length > 0) return { reply: checked(operation, refusals.forbidden(missing, operation)), actor };
    return whenReady(prepare(match, request, { store, actor, now, random, request: facts, operation, contract }), (act): Outcome<A> | Promise<Outcome<A>> => {
      if (typeof act !== "function") return { reply: checked(operation, act), actor };
      const fault = faults.take(operation, lastReplies.has(operation.id));
      if (fault !== undefined) return strike(operation, request, fault, actor, act);
      return whenReady(act(), (reply): Outcome<A> => ({ reply, actor }));
    });
  }

  function recognize(operation: OperationSpec, request: EmulatorRequest): ReturnType<typeof service.authenticate> {
    if (operation.security === undefined) return service.anonymous;
    return service.authenticate((name) => request.header(name), { store, now: now(), operation, query: request.query });
  }

  /** Checks the input. Returns an error response, or a function that calls the handler and checks its reply. */
  function prepare({ operation, path }: Match, request: EmulatorRequest, context: Context<Store, A>): Prepared | Promise<Prepared> {
    const extra = extras.get(operation.id);
    if (extra !== undefined) {
      return whenReady(request.readBody(bodyLimitBytes), (read): Prepared => {
        const body = extraBody(read);
        if (body === undefined) return refusals.tooLarge(bodyLimitBytes, operation);
        return () => extra.handle({ path, query: new URLSearchParams(request.query), body }, context);
      });
    }
    return whenReady(contract.checkRequest(operation, request, path, bodyLimitBytes), (input) => admitted(operation, input, context));
  }

  function admitted(operation: OperationSpec, input: CheckedRequest, context: Context<Store, A>): Prepared {
    if (input === "too-large") return refusals.tooLarge(bodyLimitBytes, operation);
    if (input === "unsupported-media-type") return refusals.unsupportedMediaType([...(operation.body?.content.keys() ?? [])], operation);
    if ("issues" in input) return refusals.invalid(input.issues, operation);
    const handler = handlers[operation.id];
    if (handler === undefined) throw new Error(`${service.name} has no handler for ${operation.id}`);
    return () =>
      whenReady(handler(input, context), (given) => {
        const reply = checked(operation, given);
        if (reply.status < 300) lastReplies.set(operation.id, reply);
        return reply;
      });
  }

  async function strike(
    operation: OperationSpec,
    request: EmulatorRequest,
    { answer, delayMs = 0, when = "before" }: Fault,
    actor: A,
    act: Act,
  ): Promise<Outcome<A>> {
    if (delayMs > 0) await sleep(clock, delayMs, request.signal());
    const acts = when === "after" || answer === undefined || answer === "truncate" || answer === "malformed-body";
    const struck = { reply: acts ? await act() : undefined, actor, faulted: true };
    switch (answer) {
      case undefined:
        return struck;
      case "malformed-body":
        return { ...struck, malformed: true };
      case "drop":
      case "reset":
      case "truncate":
        return { ...struck, connection: answer };
      case "stall":
        await sleep(clock, Infinity, request.signal());
        return { ...struck, connection: "drop" };
      case "repeat":
        return { ...struck, reply: lastReplies.get(operation.id) };
      case "expired-token":
        return { ...struck, reply: refusals.unauthenticated("expired", operation) };
      case "expired-cursor":
        return { ...struck, reply: refusals.expiredCursor?.(operation) };
      default:
        return { ...struck, reply: answer };
    }
  }

  function checked(operation: OperationSpec, reply: AnyReply): AnyReply {
    if (operation.beyondContract === true) return reply;
    const issues = contract.checkReply(operation, reply);
    if (issues.length > 0)
      throw new EmulatorDefect(
        operation.id,
        issues.map((issue) => `reply ${reply.status}: ${describeIssue(issue)}`),
      );
    return reply;
  }

  return { run, forget: () => lastReplies.clear() };
}
