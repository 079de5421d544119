import { createAuthenticate } from "./authenticate.ts";
import type { Stage } from "./call-context.ts";
import type { ClientOptions, Send } from "./client-options.ts";
import type { Clock } from "./clock.ts";
import { createDeadline } from "./deadline.ts";
import { type ErrorCode, isKeywrightError, noteAttempts } from "./errors.ts";
import { createExchange } from "./exchange.ts";
import { createEmit, type Emit } from "./observe.ts";
import { createRetry } from "./retry.ts";

/**
 * Builds the pipeline of a client: the user's middleware, outermost first, then observe → retry → authenticate → deadline → exchange.
 *
 * Retry stands outside of authentication, so that each attempt is signed anew; middleware stands outside of both, so that it never sees a credential.
 */
export function createPipeline(options: ClientOptions, baseUrl: string, clock: Clock): Stage {
  const emit = createEmit(options.onEvent);
  const attempt = observeAttempts(clock, emit, createDeadline(clock, createExchange(options)));
  const stages = observeCalls(clock, emit, createRetry(clock, emit, createAuthenticate(clock, baseUrl, attempt)));
  const middleware = [...(options.middleware ?? [])].reverse();
  if (middleware.length === 0) return stages;
  return (request, context) => {
    let send: Send = (outgoing) => stages(outgoing, context);
    for (const around of middleware) {
      const next = send;
      send = (outgoing) => around(outgoing, next, context.call);
    }
    return send(request);
  };
}

function observeCalls(clock: Clock, emit: Emit | undefined, next: Stage): Stage {
  return async (request, context) => {
    const begin = clock.now();
    const { id: operationId } = context.call.operation;
    const tell = (status: number | undefined, errorCode: ErrorCode | undefined): void =>
      emit?.({ type: "call", operationId, attempts: context.attempts, status, errorCode, stopReason: context.stopReason, durationMs: clock.now() - begin });
    try {
      const response = await next(request, context);
      tell(response.status, response.ok ? undefined : "api-error");
      return response;
    } catch (error) {
      if (isKeywrightError(error)) noteAttempts(error, context.attempts, context.stopReason);
      tell(undefined, codeOf(error));
      throw error;
    }
  };
}

function observeAttempts(clock: Clock, emit: Emit | undefined, next: Stage): Stage {
  if (emit === undefined) return next;
  return async (request, context) => {
    const begin = clock.now();
    const { id: operationId, method } = context.call.operation;
    const url = request.url.split("?", 1)[0] as string;
    const tell = (status: number | undefined, errorCode: ErrorCode | undefined): void =>
      emit({ type: "attempt", operationId, attempt: context.attempts, method, url, status, errorCode, durationMs: clock.now() - begin });
    try {
      const response = await next(request, context);
      tell(response.status, undefined);
      return response;
    } catch (error) {
      tell(undefined, codeOf(error));
      throw error;
    }
  };
}

function codeOf(error: unknown): ErrorCode | undefined {
  return isKeywrightError(error) ? error.code : undefined;
}
