import type { Authorize } from "./authenticate.ts";
import type { Call, ClientOptions, IncomingResponse, OutgoingRequest, Send } from "./client-options.ts";
import { createExchange } from "./exchange.ts";

/** Sends one call's request through every stage. */
export type Pipeline = (request: OutgoingRequest, call: Call, authorize: Authorize) => Promise<IncomingResponse>;

/**
 * Builds the pipeline of a client: the user's middleware, outermost first, then authentication, then the exchange.
 *
 * Authentication is innermost but the exchange, so that each sending is signed anew and middleware never sees a credential.
 */
export function createPipeline(options: ClientOptions): Pipeline {
  const exchange = createExchange(options);
  const middleware = [...(options.middleware ?? [])].reverse();
  return (request, call, authorize) => {
    let send: Send = async (outgoing) => {
      const authorization = await authorize();
      return exchange(authorization === undefined ? outgoing : { ...outgoing, headers: { ...outgoing.headers, authorization } }, call);
    };
    for (const around of middleware) {
      const next = send;
      send = (outgoing) => around(outgoing, next, call);
    }
    return send(request);
  };
}
