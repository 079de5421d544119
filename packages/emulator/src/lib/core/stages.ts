import type { Clock } from "./clock.ts";
import type { CheckedRequest } from "./contract.ts";
import { EmulatorDefect } from "./defect.ts";
import { extraBody, operationOf } from "./extras.ts";
import type { Fault } from "./fault.ts";
import type { Faults, InjectedFault } from "./faults.ts";
import type { AnyReply, ConnectionFault, EmulatorRequest } from "./http.ts";
import { type InputUse, watchInput } from "./input-use.ts";
import { describeIssue } from "./issues.ts";
import type { OperationSpec } from "./operation-spec.ts";
import type { Random } from "./random.ts";
import type { Match } from "./router.ts";
import type { RefusedBy } from "./recorded-request.ts";
import { sleep } from "./sleep.ts";
import { whenReady } from "./when-ready.ts";
import type { Actor, Context, RequestFacts, Service, Snapshots } from "./service.ts";

/** What the stages found out about a request. */
interface Found {
  /** The stage that rejected the request, and why. */
  readonly refusedBy?: RefusedBy | undefined;
  readonly issues?: readonly string[];
  /** The parsed body of the request, and its length as sent. */
  readonly body?: unknown;
  readonly bodyLength?: number | undefined;
  /** What the handler read of its input; absent if it was not called. */
  readonly use?: InputUse | undefined;
}

/** The result of a request: a reply, and what happens to the connection. */
export interface Outcome<A> extends Found {
  /** `undefined` if a fault prevents both the operation and the response. */
  readonly reply: AnyReply | undefined;
  /** `undefined` if the request was not authenticated. */
  readonly actor: A | undefined;
  /** The fault that replaced or changed the reply. */
  readonly fault?: InjectedFault;
  readonly connection?: ConnectionFault;
  /** Cuts the body and adapts its length. */
  readonly malformed?: true;
}

/** The result of checking a request: an error response, or the call of the handler. */
type Prepared = Found & ({ readonly reply: AnyReply; readonly act?: undefined } | { readonly act: Act });

/** The stages between the match and the record. */
export interface Stages<A> {
  /** Throws or rejects only if the client closes the connection, or if `onDefect` throws. */
  run(match: Match, request: EmulatorRequest, facts: RequestFacts): Outcome<A> | Promise<Outcome<A>>;
  /** Forgets the responses for the fault `repeat`. */
  forget(): void;
}

/** Calls the handler. */
type Act = () => AnyReply | Promise<AnyReply>;

/** Options of {@link createStages}. */
export interface StagesOptions<Operations, Store extends Snapshots<Seed>, Seed, A extends Actor> {
  readonly service: Service<Operations, Store, Seed, A>;
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly faults: Faults;
  readonly bodyLimitBytes: number;
  /** Whether to note what handlers read. */
  readonly isRecorded: boolean;
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
  const { service, store, clock, random, faults, bodyLimitBytes, isRecorded, onDefect } = options;
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
      return { reply: refusals.failed(defect.issues, match.operation), actor: undefined, refusedBy: "handler", issues: defect.issues };
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
      const reply = checked(operation, refusals.unauthenticated(actor, operation));
      return { reply, actor: undefined, refusedBy: "authentication", issues: [`the credentials are ${actor}`] };
    }
    const missing = operation.security?.scopes.filter((scope) => !actor.scopes.includes(scope));
    if (missing !== undefined && missing.length > 0) {
      const issues = missing.map((scope) => `the token lacks the scope ${scope}`);
      return { reply: checked(operation, refusals.forbidden(missing, operation)), actor, refusedBy: "scopes", issues };
    }
    const context = { store, actor, now, random, request: facts, operation, contract };
    return whenReady(prepare(match, request, context), (prepared): Outcome<A> | Promise<Outcome<A>> => {
      const { act, body, bodyLength, use } = prepared;
      if (act === undefined) return { ...prepared, reply: checked(operation, prepared.reply), actor, refusedBy: "request" };
      const fault = faults.take(operation, lastReplies.has(operation.id));
      if (fault !== undefined) return strike(operation, request, fault.fault, act).then((struck) => ({ body, bodyLength, use, actor, fault, ...struck }));
      return whenReady(act(), (reply): Outcome<A> => ({ body, bodyLength, use, actor, reply, refusedBy: reply.status < 400 ? undefined : "handler" }));
    });
  }

  function recognize(operation: OperationSpec, request: EmulatorRequest): ReturnType<typeof service.authenticate> {
    if (operation.security === undefined) return service.anonymous;
    return service.authenticate((name) => request.header(name), { store, now: now(), operation, query: request.query });
  }

  /** Checks the input. Returns an error response, or a function that calls the handler and checks its reply. */
  function prepare({ operation, path }: Match, request: EmulatorRequest, context: Context<Store, A>): Prepared | Promise<Prepared> {
    const extra = extras.get(operation.id);
    if (extra === undefined)
      return whenReady(contract.checkRequest(operation, request, path, bodyLimitBytes), (checkedRequest) => admitted(operation, checkedRequest, context));
    return whenReady(request.readBody(bodyLimitBytes), (read): Prepared => {
      const body = extraBody(read);
      if (body === undefined) return tooLarge(operation);
      return { act: () => extra.handle({ path, query: new URLSearchParams(request.query), body }, context), body };
    });
  }

  function admitted(operation: OperationSpec, request: CheckedRequest, context: Context<Store, A>): Prepared {
    if (request === "too-large") return tooLarge(operation);
    if (request === "unsupported-media-type") {
      const types = [...(operation.body?.content.keys() ?? [])];
      return { reply: refusals.unsupportedMediaType(types, operation), issues: [`the media type must be ${types.join(" or ")}`] };
    }
    const { input, issues, bodyLength } = request;
    const { body } = input;
    if (issues.length > 0) return { reply: refusals.invalid(issues, operation), issues: issues.map(describeIssue), body, bodyLength };
    const handler = handlers[operation.id];
    if (handler === undefined) throw new Error(`${service.name} has no handler for ${operation.id}`);
    const { view, use } = isRecorded ? watchInput(input) : { view: input, use: undefined };
    const act = (): AnyReply | Promise<AnyReply> =>
      whenReady(handler(view, context), (given) => {
        const reply = checked(operation, given);
        if (reply.status < 300) lastReplies.set(operation.id, reply);
        return reply;
      });
    return { act, body, bodyLength, use };
  }

  function tooLarge(operation: OperationSpec): Prepared {
    return { reply: refusals.tooLarge(bodyLimitBytes, operation), issues: [`the body has more than ${bodyLimitBytes} bytes`] };
  }

  async function strike(
    operation: OperationSpec,
    request: EmulatorRequest,
    { answer, delayMs = 0, when = "before" }: Fault,
    act: Act,
  ): Promise<Pick<Outcome<A>, "reply" | "connection" | "malformed" | "use">> {
    const signal = request.signal();
    // Rejects only if the client closes the connection.
    const waitFor = (ms: number): Promise<boolean> =>
      sleep(clock, ms, signal).then(
        () => true,
        () => false,
      );
    if (delayMs > 0 && !(await waitFor(delayMs))) return { reply: undefined, use: undefined, connection: "drop" };
    const acts = when === "after" || answer === undefined || answer === "truncate" || answer === "malformed-body";
    const struck = acts ? { reply: await act() } : { reply: undefined, use: undefined };
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
        await waitFor(Infinity);
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
