import { createAuthenticate } from "./authenticate.ts";
import type { Stage } from "./call-context.ts";
import type { ClientOptions, Send } from "./client-options.ts";
import type { Clock } from "./clock.ts";
import { createDeadline } from "./deadline.ts";
import { createExchange } from "./exchange.ts";
import { fetchTransport } from "./fetch-transport.ts";
import { observeAttempts, observeCalls } from "./observe-stages.ts";
import { createRetry } from "./retry.ts";

/**
 * Builds the pipeline of a client: the user's middleware, outermost first, then observe → retry → authenticate → deadline → exchange.
 *
 * Retry stands outside of authentication, so that each attempt is signed anew; middleware stands outside of both, so that it never sees a credential.
 */
export function createPipeline(options: ClientOptions, baseUrl: string, clock: Clock): Stage {
  const { onEvent } = options;
  const sent = createDeadline(clock, createExchange(options.transport ?? fetchTransport(options.fetch), options.maxResponseBytes));
  const attempt = onEvent === undefined ? sent : observeAttempts(clock, baseUrl, sent);
  const repeated = createRetry(clock, createAuthenticate(clock, options.token, baseUrl, attempt));
  const stages = onEvent === undefined ? repeated : observeCalls(clock, onEvent, baseUrl, repeated);
  const middleware = [...(options.middleware ?? [])].reverse();
  if (middleware.length === 0) return stages;
  return async (request, context) => {
    let send: Send = async (outgoing) => {
      const answer = await stages(outgoing, context);
      return { ...answer, headers: answer.headers() };
    };
    for (const around of middleware) {
      const next = send;
      send = async (outgoing) => around(outgoing, next, context.call);
    }
    const { headers, ...response } = await send(request);
    return { ...response, headers: () => headers };
  };
}
