import { wait } from "@keywright/core/client";
import type { Operations, OperationSpec } from "../contract/contract.ts";
import type { CompletedExchange, Exchange, Sent } from "../http/exchange.ts";
import type { Mask } from "../http/mask.ts";
import { NoResponse, send, type Wire } from "../http/send.ts";
import { Broken, Untested } from "./outcome.ts";
import type { Named } from "./settings.ts";
import { authorizationOf, type Credentials } from "./credentials.ts";

/** The parts of a request. */
export interface Input {
  readonly path?: { readonly [name: string]: string };
  readonly query?: { readonly [name: string]: string };
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly text?: string;
  /** Default: that of the contract. */
  readonly mediaType?: string;
  /** Default: the credentials of the run. */
  readonly authorization?: string | "none";
}

/** Sends requests to a service, checks the responses, and keeps the exchanges of a rule. */
export interface Session {
  readonly operations: Operations;
  readonly named: Named;
  readonly credentials: Credentials;
  readonly mask: Mask;
  /** Returns a successful body. @throws Untested if not valid, Broken if the status is not. */
  call<Body>(operation: string, input?: Input): Promise<Body>;
  /** As `call`, with the whole exchange. */
  succeed(operation: string, input?: Input): Promise<CompletedExchange>;
  /** Returns any response, also an error. */
  attempt(operation: string, input?: Input): Promise<CompletedExchange>;
  /** Sends a request that no operation describes. */
  raw(method: string, path: string): Promise<CompletedExchange>;
  /** Tries again while the server has not caught up with a write. */
  eventually<Result>(read: () => Promise<Result>, isThere: (result: Result) => boolean): Promise<Result>;
  /** The time in milliseconds since 1970. */
  now(): number;
  /** The exchanges since the last call of this function. */
  take(): readonly Exchange[];
  /** The responses of an operation so far, and those that break the contract. */
  responsesOf(operation: string): Responses;
}

/** What came for an operation. */
export interface Responses {
  readonly count: number;
  readonly broken: readonly { readonly exchange: Exchange; readonly problems: readonly string[] }[];
}

/** The parts of a session. */
export interface SessionParts {
  readonly baseUrl: string;
  readonly operations: Operations;
  readonly credentials: Credentials;
  readonly named: Named;
  readonly mask: Mask;
  readonly wire: Wire;
}

const TRIES = 4;
const MOST_SILENCES = 3;

/** Creates a session. */
export function createSession({ baseUrl, operations, credentials, named, mask, wire }: SessionParts): Session {
  const { exchange, take } = createExchanges(wire);
  const responses = new Map<string, { count: number; broken: Responses["broken"][number][] }>();

  async function attempt(id: string, input: Input = {}): Promise<CompletedExchange> {
    const operation = specOf(operations, id);
    const request = requestOf(operation, input, baseUrl, authorizationOf(operation, input.authorization, credentials));
    const completed = await repeat(() => exchange(request, operation.isFile), busyMs, wire);
    if (completed.response.status === 429) throw new Untested("the server limits the rate of requests");
    const seen = responses.get(id) ?? { count: 0, broken: [] };
    responses.set(id, seen);
    seen.count += 1;
    const problems = operation.check(completed.response);
    if (problems.length > 0) seen.broken.push({ exchange: completed, problems });
    return completed;
  }

  async function succeed(id: string, input: Input = {}): Promise<CompletedExchange> {
    const { success } = specOf(operations, id);
    const completed = await repeat(() => attempt(id, input), conflictMs, wire);
    const { status } = completed.response;
    if (status === 401 || status === 403) throw new Untested(`the credentials may not call ${id}: status ${status}`);
    if (responses.get(id)?.broken.some((one) => one.exchange === completed))
      throw new Untested(`a response of ${id} breaks the contract; see its rule "response"`);
    if (status !== success) throw new Broken(`expected ${success} of ${id}; got ${status}`);
    return completed;
  }

  return {
    operations,
    named,
    credentials,
    mask,
    attempt,
    succeed,
    async call<Body>(id: string, input: Input = {}) {
      const { response } = await succeed(id, input);
      return (response.json === undefined ? response.text : response.json.value) as Body;
    },
    raw(method, path) {
      const authorization = authorizationOf({ scheme: "bearer" }, undefined, credentials);
      return exchange({ method, url: baseUrl + path, headers: { accept: "*/*", ...(authorization && { authorization }) }, body: undefined });
    },
    eventually: (read, isThere) => repeat(read, (result, tries) => (isThere(result) ? undefined : 500 * tries), wire),
    now: () => wire.clock.wallNow(),
    take,
    responsesOf: (id) => responses.get(id) ?? { count: 0, broken: [] },
  };
}

/** How long to wait before work is done again; `undefined` if its result is final. */
type Delay<Result> = (result: Result, tries: number) => number | undefined;

/** A server may limit the rate of requests, or be away for a moment. */
const busyMs: Delay<CompletedExchange> = ({ response: { status, headers } }) =>
  [429, 503].includes(status) ? Math.min(Number(headers["retry-after"]) || 1, 30) * 1000 : undefined;

/** Servers reject one of two writes at the same time. */
const conflictMs: Delay<CompletedExchange> = ({ response: { status } }) => (status === 409 ? 500 : undefined);

async function repeat<Result>(work: () => Promise<Result>, delayOf: Delay<Result>, { clock, signal }: Wire): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const result = await work();
    const delayMs = tries < TRIES ? delayOf(result, tries) : undefined;
    if (delayMs === undefined) return result;
    await wait(clock, delayMs, signal);
  }
}

/** Returns functions that send a request, and that take the exchanges so far. */
function createExchanges(wire: Wire) {
  let exchanges: Exchange[] = [];
  let silences = 0;
  return {
    async exchange(request: Sent, isFile = false): Promise<CompletedExchange> {
      if (silences >= MOST_SILENCES) throw new Untested("the server no longer responds");
      try {
        const response = await send(request, wire);
        silences = 0;
        const completed = { request, response, isFile };
        exchanges.push(completed);
        return completed;
      } catch (error) {
        if (!(error instanceof NoResponse)) throw error;
        exchanges.push({ request, response: undefined });
        if (wire.signal.aborted) throw new Untested("the run was interrupted");
        silences += 1;
        throw new Broken(error.message);
      }
    },
    take() {
      const taken = exchanges;
      exchanges = [];
      return taken;
    },
  };
}

function specOf(operations: Operations, id: string): OperationSpec {
  const spec = operations.get(id);
  if (spec === undefined) throw new Error(`the contract has no operation ${id}`);
  return spec;
}

function requestOf({ method, path = "", mediaType }: OperationSpec, input: Input, baseUrl: string, authorization: string | undefined): Sent {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(input.path?.[name] ?? ""));
  const query = Object.entries(input.query ?? {}).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const body = input.text ?? (input.body === undefined ? undefined : JSON.stringify(input.body));
  const type = body === undefined ? undefined : (input.mediaType ?? mediaType);
  return {
    method,
    url: baseUrl + filled + (query.length === 0 ? "" : `?${query.join("&")}`),
    headers: {
      accept: "*/*",
      "user-agent": "keywright-conformance",
      ...(authorization === undefined ? {} : { authorization }),
      ...(type === undefined ? {} : { "content-type": type }),
    },
    body,
  };
}
