import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import type { Transport } from "../../http.ts";
import { checkOptions } from "../../options/check-options.ts";
import { dispatch } from "./dispatch.ts";
import { CERTIFICATES, type NodeTransportOptions } from "./node-transport.ts";
import type { DispatchController, Dispatcher } from "./undici.ts";

/** Options of {@link httpTransport}. */
export type HttpTransportOptions = Pick<NodeTransportOptions, "ca">;

/** How long an idle connection is kept, in milliseconds; less if the service says so. */
const KEEP_ALIVE_MS = 4000;

/**
 * Returns a transport that sends requests with `node:http` and `node:https`, without a proxy. A
 * program that ends after a few requests starts sooner with it, because Node takes longer to load
 * `fetch` than to start.
 *
 * @returns A value for the option `transport` of any number of clients.
 * @throws ConfigurationError if an option is invalid.
 * @example
 * ```ts
 * const vault = createVaultClient({ ...vaultEnvironment(), transport: httpTransport() });
 * ```
 */
export function httpTransport(options: HttpTransportOptions = {}): Transport {
  checkOptions("httpTransport", options, { ca: CERTIFICATES }, { such: " such as { ca }" });
  const pool = createPool(options);
  return (request, cancellation) => dispatch(pool, request, cancellation);
}

function createPool({ ca }: HttpTransportOptions): Pick<Dispatcher, "dispatch"> {
  const kept = { keepAlive: true, timeout: KEEP_ALIVE_MS };
  const http = new HttpAgent(kept);
  const https = new HttpsAgent(ca === undefined ? kept : { ...kept, ca: [ca].flat() as (string | Buffer)[] });
  return {
    dispatch({ origin, path, method, headers, body }, handler) {
      const settings = { method, headers };
      const url = `${origin}${path}`;
      const request = origin.startsWith("https:") ? requestHttps(url, { ...settings, agent: https }) : requestHttp(url, { ...settings, agent: http });
      let response: IncomingMessage | undefined;
      const controller: DispatchController = {
        abort: (reason) => void request.destroy(reason),
        pause: () => void response?.pause(),
        resume: () => void response?.resume(),
      };
      const fail = (error: unknown): void => handler.onResponseError(controller, error);
      handler.onRequestStart(controller);
      request.on("error", fail).once("response", (received) => {
        response = received;
        handler.onResponseStart(controller, received.statusCode ?? 0, received.headers);
        received
          .on("data", (chunk: Buffer) => handler.onResponseData(controller, chunk))
          .once("end", () => handler.onResponseEnd())
          .on("error", fail);
      });
      // Without a listener, Node closes the connection and emits no error.
      request.once("upgrade", (_response, socket) => {
        socket.destroy();
        fail(new Error("the service sent status 101, for which no request asks"));
      });
      if (body instanceof ReadableStream) {
        const source = Readable.fromWeb(body as NodeStream).on("error", controller.abort);
        request.once("close", () => source.destroy());
        source.pipe(request);
      } else request.end(body ?? undefined);
      return true;
    },
  };
}
