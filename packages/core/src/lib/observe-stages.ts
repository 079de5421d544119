import type { Answer, CallContext, Stage } from "./call-context.ts";
import type { Clock } from "./clock.ts";
import { type ErrorCode, InvalidResponseError, isKeywrightError, refusalCode } from "./errors.ts";
import { checkHeaders } from "./headers.ts";
import { type Observation, type Observer, tell } from "./observe.ts";
import { redact } from "./redact.ts";

let calls = 0;

/** Tells of each call, from what the user's middleware sends to what it gets. */
export function observeCalls(clock: Clock, observer: Observer, baseUrl: string, next: Stage): Stage {
  const { hostname, port, protocol, pathname } = new URL(baseUrl);
  const serverPort = Number(port) || (protocol === "https:" ? 443 : 80);
  const prefix = pathname.replace(/\/$/, "");
  return (request, context) => {
    context.observed = undefined;
    if (observer.isListening?.() === false) return next(request, context);
    const { id: operationId, method, path } = context.call.operation;
    const call = { id: (calls += 1), operationId, method, urlTemplate: path === "" ? undefined : prefix + path, serverAddress: hostname, serverPort };
    const emit: Observation["emit"] = (event) => tell(observer, event);
    context.observed = { call, emit };
    const begin = clock.now();
    emit({ type: "call-start", call });
    return tellEnd(next(request, context), (status, errorCode) =>
      emit({ type: "call", call, attempts: context.attempts, stopReason: context.stopReason, status, errorCode, durationMs: clock.now() - begin }),
    );
  };
}

/** Tells of each attempt, and lets the observer add headers and a context to it. */
export function observeAttempts(clock: Clock, baseUrl: string, next: Stage): Stage {
  return (request, context) => {
    if (context.observed === undefined) return next(request, context);
    const { call, emit } = context.observed;
    const attempt = context.attempts + 1;
    const url = shownUrl(request.url, baseUrl, context);
    let sent = request;
    let around: ((send: () => void) => void) | undefined;
    const addHeader = (name: string, value: string): void => {
      sent = { ...request, headers: { ...sent.headers, ...checkHeaders({ [name]: value }) } };
    };
    const sendWithin = (given: (send: () => void) => void): void => {
      const inner = around;
      around = inner === undefined ? given : (send) => given(() => inner(send));
    };
    emit({ type: "attempt-start", call, attempt, url, addHeader, sendWithin });
    const begin = clock.now();
    return tellEnd(around === undefined ? next(sent, context) : once(around, () => next(sent, context)), (status, errorCode) =>
      emit({ type: "attempt", call, attempt, url, status, errorCode, durationMs: clock.now() - begin }),
    );
  };
}

/** Tells of the wait for a token. */
export async function observeToken(clock: Clock, { call, emit }: Observation, renewal: boolean, token: Promise<string>): Promise<string> {
  const begin = clock.now();
  const end = (error?: unknown): void =>
    emit({ type: "token", call, renewal, errorCode: isKeywrightError(error) ? error.code : undefined, durationMs: clock.now() - begin });
  emit({ type: "token-start", call, renewal });
  try {
    const given = await token;
    end();
    return given;
  } catch (error) {
    end(error);
    throw error;
  }
}

/** Who has an address that came out of an answer may need no token: its path can be a secret as a whole. */
function shownUrl(url: string, baseUrl: string, context: CallContext): string {
  const { path } = context.call.operation;
  if (path === "") return `${new URL(url).origin}/[redacted]`;
  const query = url.indexOf("?");
  const shown = query < 0 ? url : url.slice(0, query);
  // The contract's own words.
  const isPlain = shown.length === baseUrl.length + path.length && shown.startsWith(baseUrl) && shown.endsWith(path);
  return isPlain ? shown : redact(shown, context);
}

/** Sends within what an observer asked for; exactly once, whatever it does. */
function once(around: (send: () => void) => void, next: () => Promise<Answer>): Promise<Answer> {
  let sent: Promise<Answer> | undefined;
  const send = (): void => void (sent ??= next());
  try {
    around(send);
  } catch {}
  return sent ?? next();
}

function tellEnd(answer: Promise<Answer>, end: (status: number | undefined, errorCode: ErrorCode | undefined) => void): Promise<Answer> {
  return answer.then(
    (response) => {
      end(response.status, response.ok ? undefined : refusalCode(response.status));
      return response;
    },
    (error: unknown) => {
      end(error instanceof InvalidResponseError ? error.status : undefined, isKeywrightError(error) ? error.code : undefined);
      throw error;
    },
  );
}
