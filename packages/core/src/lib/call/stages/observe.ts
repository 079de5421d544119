import { secretsOf } from "../request/call-secrets.ts";
import { checkHeaders } from "../../options/check-options.ts";
import { InvalidResponseError, isKeywrightError, apiErrorCode } from "../../errors.ts";
import { notify } from "../../observe/notify.ts";
import { hideSecrets, redact } from "../../secrets.ts";
import type { ClientEvent, ObservedCall, ObservedEnd, Observer } from "../../client-events.ts";
import type { Clock } from "../../clock.ts";
import type { HttpResponse } from "../../http.ts";
import type { CallState, Stage } from "../../pipeline.ts";

let calls = 0;

/** The stages that report to an observer: calls, inside the user's middleware, and attempts. */
export interface ObserveStages {
  readonly calls: (next: Stage) => Stage;
  readonly attempts: (next: Stage) => Stage;
}

/** Creates the stages that report to an observer. */
export function createObserve(clock: Clock, observer: Observer, baseUrl: string): ObserveStages {
  const { hostname: serverAddress, port, protocol, pathname } = new URL(baseUrl);
  const serverPort = Number(port) || (protocol === "https:" ? 443 : 80);
  const prefix = pathname.replace(/\/$/, "");

  const emit = (event: ClientEvent): void => notify(observer, event);

  /** Reports how work ends and how long it took, with what it does before it returns a promise. */
  const timed = <Result extends HttpResponse | string>(work: () => Promise<Result>, event: (end: ObservedEnd) => ClientEvent): Promise<Result> => {
    const begin = clock.now();
    const end = (status?: number, errorCode?: ObservedEnd["errorCode"]): void => emit(event({ status, errorCode, durationMs: clock.now() - begin }));
    return work().then(
      (result) => {
        if (typeof result === "string") end();
        else end(result.status, result.ok ? undefined : apiErrorCode(result.status));
        return result;
      },
      (error: unknown) => {
        end(error instanceof InvalidResponseError ? error.status : undefined, isKeywrightError(error) ? error.code : undefined);
        throw error;
      },
    );
  };

  /** Reports the sending of a call's request as a call of its own. */
  const reported = (call: CallState, send: () => Promise<HttpResponse>): Promise<HttpResponse> => {
    call.observation = undefined;
    if (observer.isListening?.() === false) return send();
    const { id: operationId, method, path } = call.operation;
    const observed: ObservedCall = { id: (calls += 1), operationId, method, urlTemplate: path === "" ? undefined : prefix + path, serverAddress, serverPort };
    call.observation = {
      call: observed,
      emit,
      token(renewal, token) {
        emit({ type: "token-start", call: observed, renewal });
        return timed(
          () => token,
          ({ errorCode, durationMs }) => ({ type: "token", call: observed, renewal, errorCode, durationMs }),
        );
      },
    };
    emit({ type: "call-start", call: observed });
    return timed(send, (end) => ({ type: "call", call: observed, attempts: call.attempts, stopReason: call.stopReason, ...end }));
  };

  return {
    calls: (next) => (request, call) => {
      const response = reported(call, () => next(request, call));
      const { resume } = call;
      call.resume = (...given) => reported(call, () => resume(...given));
      return response;
    },

    attempts: (next) => (request, call) => {
      if (call.observation === undefined) return next(request, call);
      const about = { call: call.observation.call, attempt: call.attempts + 1, url: shownUrl(request.url, baseUrl, call) };
      let sent = request;
      let around: (send: () => void) => void = run;
      emit({
        type: "attempt-start",
        ...about,
        addHeader(name, value) {
          sent = { ...request, headers: { ...sent.headers, ...checkHeaders({ [name]: value }) } };
        },
        sendWithin(given) {
          const inner = around;
          around = (send) => given(() => inner(send));
        },
      });
      // Send exactly once and at once, whatever an observer does.
      let response: Promise<HttpResponse> | undefined;
      const send = (): Promise<HttpResponse> => (response ??= next(sent, call));
      return timed(
        () => {
          try {
            around(() => void send());
          } catch {}
          return send();
        },
        (end) => ({ type: "attempt", ...about, ...end, httpVersion: end.status === undefined ? undefined : call.httpVersion }),
      );
    },
  };
}

/**
 * Returns a URL that is safe to show. One from a response may work without a token, so its path is
 * redacted.
 */
function shownUrl(url: string, baseUrl: string, call: CallState): string {
  const { path } = call.operation;
  if (path === "") return `${new URL(url).origin}/[redacted]`;
  const shown = url.replace(/[?#].*/s, "");
  // A path without parameters contains no secrets.
  if (shown === baseUrl + path) return shown;
  // The user chose the base URL; a middleware may have chosen another address.
  const base = shown.startsWith(`${baseUrl}/`) ? baseUrl : "";
  const rest = hideSecrets(shown.slice(base.length), secretsOf(call)).split("/");
  return base + rest.map((segment) => redact(segment, [])).join("/");
}

function run(send: () => void): void {
  send();
}
