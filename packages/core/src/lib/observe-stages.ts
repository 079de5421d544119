import type { Answer, CallContext, Stage } from "./call-context.ts";
import type { Clock } from "./clock.ts";
import { InvalidResponseError, isKeywrightError, refusalCode } from "./errors.ts";
import { checkHeaders, type HeaderRecord } from "./headers.ts";
import { type Observation, type ObservedEnd, type Observer, tell } from "./observe.ts";
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
    emit({ type: "call-start", call });
    return timed(
      clock,
      () => next(request, context),
      (end) => emit({ type: "call", call, attempts: context.attempts, stopReason: context.stopReason, ...end }),
    );
  };
}

/** Tells of each attempt, and lets the observer add headers and a context to it. */
export function observeAttempts(clock: Clock, next: Stage): Stage {
  return (request, context) => {
    if (context.observed === undefined) return next(request, context);
    const { call, emit } = context.observed;
    const attempt = context.attempts + 1;
    const url = shownUrl(request.url, context);
    const added: HeaderRecord = {};
    let around = sendItself;
    const addHeader = (name: string, value: string): void => void Object.assign(added, checkHeaders({ [name]: value }));
    const sendWithin = (given: typeof sendItself): void => {
      const inner = around;
      around = (send) => given(() => inner(send));
    };
    emit({ type: "attempt-start", call, attempt, url, addHeader, sendWithin });
    const sent = { ...request, headers: { ...request.headers, ...added } };
    return timed(
      clock,
      () => once(around, () => next(sent, context)),
      (end) => emit({ type: "attempt", call, attempt, url, ...end }),
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
function shownUrl(url: string, context: CallContext): string {
  return context.call.operation.path === "" ? `${new URL(url).origin}/[redacted]` : redact(url.split("?", 1)[0] as string, context);
}

function sendItself(send: () => void): void {
  send();
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

async function timed(clock: Clock, run: () => Promise<Answer>, ended: (end: ObservedEnd) => void): Promise<Answer> {
  const begin = clock.now();
  const end = (status: number | undefined, errorCode: ObservedEnd["errorCode"]): void => ended({ status, errorCode, durationMs: clock.now() - begin });
  try {
    const response = await run();
    end(response.status, response.ok ? undefined : refusalCode(response.status));
    return response;
  } catch (error) {
    end(error instanceof InvalidResponseError ? error.status : undefined, isKeywrightError(error) ? error.code : undefined);
    throw error;
  }
}
