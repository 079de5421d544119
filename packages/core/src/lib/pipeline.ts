import { createAuthenticate } from "./authenticate.ts";
import type { CallContext, Stage } from "./call-context.ts";
import type { ClientOptions, OutgoingRequest, Send } from "./client-options.ts";
import type { Clock } from "./clock.ts";
import { createDeadline } from "./deadline.ts";
import { type ErrorCode, InvalidResponseError, isKeywrightError, refusalCode } from "./errors.ts";
import { createExchange } from "./exchange.ts";
import { type ClientEvent, createEmit, type Emit } from "./observe.ts";
import { createRetry } from "./retry.ts";

/**
 * Builds the pipeline of a client: the user's middleware, outermost first, then observe → retry → authenticate → deadline → exchange.
 *
 * Retry stands outside of authentication, so that each attempt is signed anew; middleware stands outside of both, so that it never sees a credential.
 */
export function createPipeline(options: ClientOptions, baseUrl: string, clock: Clock): Stage {
  const emit = createEmit(options.onEvent);
  const attempt = observed(clock, emit, createDeadline(clock, createExchange(options)), ({ url }, { call: { operation }, attempts }) => {
    return { type: "attempt", operationId: operation.id, attempt: attempts, method: operation.method, url: url.split("?", 1)[0] as string };
  });
  const repeated = createRetry(clock, emit, createAuthenticate(clock, options.token, baseUrl, attempt));
  const stages = observed(clock, emit, repeated, (_request, { call: { operation }, attempts, stopReason }) => ({
    type: "call",
    operationId: operation.id,
    attempts,
    stopReason,
  }));
  const middleware = [...(options.middleware ?? [])].reverse();
  if (middleware.length === 0) return stages;
  return (request, context) => {
    let send: Send = (outgoing) => stages(outgoing, context);
    for (const around of middleware) {
      const next = send;
      send = async (outgoing) => around(outgoing, next, context.call);
    }
    return send(request);
  };
}

/** What an event tells besides how it ended. */
type Told = Omit<Extract<ClientEvent, { type: "attempt" }>, keyof End> | Omit<Extract<ClientEvent, { type: "call" }>, keyof End>;
type End = Pick<Extract<ClientEvent, { type: "call" }>, "status" | "errorCode" | "durationMs">;

function observed(clock: Clock, emit: Emit | undefined, next: Stage, about: (request: OutgoingRequest, context: CallContext) => Told): Stage {
  if (emit === undefined) return next;
  return async (request, context) => {
    const begin = clock.now();
    const tell = (status: number | undefined, errorCode: ErrorCode | undefined): void =>
      emit({ ...about(request, context), status, errorCode, durationMs: clock.now() - begin });
    try {
      const response = await next(request, context);
      tell(response.status, response.ok ? undefined : refusalCode(response.status));
      return response;
    } catch (error) {
      tell(error instanceof InvalidResponseError ? error.status : undefined, isKeywrightError(error) ? error.code : undefined);
      throw error;
    }
  };
}
