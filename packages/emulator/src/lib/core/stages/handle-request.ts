import { type Clock, systemClock } from "../time/clock.ts";
import type { EmulatorOptions } from "../service/emulator-options.ts";
import { type EmulatorResponse, type EmulatorRequest, serializeReply } from "../http/http.ts";
import { type OperationSpec, responseOf } from "../schemas/operation-spec.ts";
import type { Outcome } from "./outcome.ts";
import type { Random } from "../values/random.ts";
import { keptBody, nextSequence, type RequestLog } from "../log/request-log.ts";
import type { createRouter } from "./router.ts";
import type { Actor, RequestFacts, Service, Snapshots } from "../service/service.ts";
import type { Stages } from "./stages.ts";
import { utf8 } from "../bytes/bytes.ts";
import { whenReady } from "../values/when-ready.ts";

const REAL_TIME = systemClock();

/** The parts of an emulator that handle a request. */
export interface HandlerParts<Operations, Store extends Snapshots<Seed>, Seed, A extends Actor> {
  readonly service: Service<Operations, Store, Seed, A>;
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly route: ReturnType<typeof createRouter>;
  readonly stages: Stages<A>;
  readonly log: RequestLog;
  readonly onExchange: EmulatorOptions["onExchange"];
  readonly withHeaders: (response: EmulatorResponse) => EmulatorResponse;
}

/** Creates the function that handles requests: match → stages → record → serialize. */
export function createHandler<Operations, Store extends Snapshots<Seed>, Seed, A extends Actor>(
  parts: HandlerParts<Operations, Store, Seed, A>,
): (request: EmulatorRequest) => EmulatorResponse | Promise<EmulatorResponse> {
  const { service, store, clock, random, route, stages, log, onExchange, withHeaders } = parts;
  const { headers } = service.contract.secrets;

  return (request) => {
    const at = new Date(clock.wallNow());
    const startedAt = REAL_TIME.now();
    const match = route(request.method, request.path);
    if (match === undefined || "allow" in match) {
      const facts = factsOf(request, {});
      const reply = match === undefined ? service.errorResponses.notFound(facts) : service.errorResponses.methodNotAllowed(match.allow, facts);
      note(request, undefined, { reply, actor: undefined, rejectedBy: "route" }, at, startedAt);
      return withHeaders(serializeReply(reply));
    }
    const { operation } = match;
    const facts = factsOf(request, match.path);
    return whenReady(stages.run(match, request, facts), (outcome) => {
      const { reply, actor, fault } = outcome;
      // Records are in the order of their times, also when an earlier request ends later.
      const endedAt = new Date(clock.wallNow());
      if (reply !== undefined) service.record?.({ operation, request: facts, actor, reply, endedAt, faulted: fault !== undefined }, { store, random });
      note(request, operation, outcome, at, startedAt);
      return withHeaders(serialize(operation, outcome));
    });
  };

  function note(request: EmulatorRequest, operation: OperationSpec | undefined, outcome: Outcome<A>, at: Date, startedAt: number): void {
    const { method, path, query } = request;
    const { reply, actor, fault, connection, rejectedBy, issues = [], body, bodyLength, use } = outcome;
    const status = connection === "drop" || connection === "reset" ? undefined : reply?.status;
    const isExample = reply?.isExample === true;
    const sequence = nextSequence();
    log.add({
      sequence,
      at,
      durationMs: REAL_TIME.now() - startedAt,
      operation,
      method,
      path,
      query,
      status,
      actor: actor === service.anonymous ? undefined : actor?.id,
      credentials: firstHeader(request, headers),
      requestBody: keptBody(body, bodyLength),
      responseBody: keptBody(reply?.body),
      rejectedBy,
      issues,
      fault: fault?.id,
      isExample,
      use,
    });
    onExchange?.({ sequence, at, method, path, operationId: operation?.id, status, faulted: fault !== undefined, isExample });
  }
}

function firstHeader(request: EmulatorRequest, names: Iterable<string>): string | undefined {
  for (const name of names) {
    const value = request.header(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

function factsOf(request: EmulatorRequest, pathParameters: RequestFacts["pathParameters"]): RequestFacts {
  const { method, origin, path, query, ip } = request;
  return { method, origin, path, query, ip, userAgent: request.header("user-agent"), pathParameters };
}

function serialize(operation: OperationSpec, { reply, connection, malformed }: Outcome<Actor>): EmulatorResponse {
  // Without a reply the connection closes, and no client sees this status.
  const response = serializeReply(reply ?? { status: 500 }, responseOf(operation, reply?.status ?? 0)?.mediaType);
  if (malformed === true) return halved(response);
  return connection === undefined ? response : { ...response, connection };
}

/** Returns half of a body with a matching length, so that only its syntax is wrong. */
function halved(response: EmulatorResponse): EmulatorResponse {
  if (response.body === undefined) return response;
  const bytes = typeof response.body === "string" ? utf8(response.body) : response.body;
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  return { ...response, headers: { ...response.headers, "content-length": String(half.length) }, body: half };
}
