import * as http from "node:http";
import type { AgentOptions } from "node:https";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { urlToHttpOptions } from "node:url";
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
  const clientOf = createClients(options);
  return (request, cancellation) => dispatch(clientOf(request.url), request, cancellation);
}

type Client = Pick<Dispatcher, "dispatch">;

/** Returns the client of a URL. Loads `node:https` for the first that needs it. */
function createClients({ ca }: HttpTransportOptions): (url: string) => Client {
  const kept = { keepAlive: true, timeout: KEEP_ALIVE_MS };
  const plain = createClient(http, kept);
  let secure: Client | undefined;
  const openSecure = (): Client => createClient(process.getBuiltinModule("node:https"), { ...kept, ca: ca as AgentOptions["ca"] });
  return (url) => (url.startsWith("https:") ? (secure ??= openSecure()) : plain);
}

/** A path that a URL does not change. An empty query is left out. */
const PLAIN_PATH = /^(?!.*\/(?:\.|%2e))[\w\-.~!$&()*+,;=:@/?%]*(?<!\?)$/i;

/** @param module The module, because tracers replace its `request`. */
function createClient(module: Pick<typeof http, "Agent" | "request">, settings: AgentOptions): Client {
  const agent = new module.Agent(settings);
  let known: { readonly origin: string; readonly options: http.RequestOptions } | undefined;
  return {
    dispatch({ origin, path, method, headers, body }, handler) {
      if (known?.origin !== origin) known = { origin, options: urlToHttpOptions(new URL(origin)) };
      const { path: written } = PLAIN_PATH.test(path) ? { path } : urlToHttpOptions(new URL(origin + path));
      const request = module.request({ ...known.options, path: written, method, headers, agent });
      let response: http.IncomingMessage | undefined;
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
      if (typeof body === "object" && body !== null && "getReader" in body) {
        const source = Readable.fromWeb(body as NodeStream).on("error", controller.abort);
        request.once("close", () => source.destroy());
        source.pipe(request);
      } else request.end(body ?? undefined);
      return true;
    },
  };
}
