import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type JobState } from "./job-state.ts";
import { METRICS_TYPE, metricsText } from "./metrics.ts";
import { readinessOf } from "./readiness.ts";
import type { ListenAddress } from "./settings.ts";

/** A server of metrics and health. */
export interface Listener {
  /** Where it listens, such as `http://127.0.0.1:9464`. */
  readonly url: string;
  close(): void;
}

/** The response of a path. */
interface PathResponse {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const TEXT = "text/plain; charset=utf-8";

/** Serves `/metrics`, `/healthz` and `/readyz`. Responses contain no event and no credential. */
export async function listen({ host, port }: ListenAddress, states: readonly JobState[], version: string, now: () => number): Promise<Listener> {
  const responseOf = (path: string): PathResponse => {
    switch (path) {
      case "/metrics":
        return { status: 200, type: METRICS_TYPE, body: metricsText(states, version) };
      case "/healthz":
        return { status: 200, type: TEXT, body: "ok\n" };
      case "/readyz": {
        const jobs = states.map((state) => readinessOf(state, now()));
        const ready = jobs.every((job) => job.ready);
        return { status: ready ? 200 : 503, type: "application/json", body: `${JSON.stringify({ ready, jobs })}\n` };
      }
      default:
        return { status: 404, type: TEXT, body: "there are /metrics, /healthz and /readyz\n" };
    }
  };
  const server = createServer(({ method = "", url = "" }, response) => {
    if (method !== "GET" && method !== "HEAD") return send(response, { status: 405, type: TEXT, body: "use GET or HEAD\n" });
    send(response, responseOf(url.split("?", 1)[0] ?? ""));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(new Error(`--listen cannot use ${host}:${port} (${error.code}): use another address`)));
    server.listen(port, host, resolve);
  });
  const { address, port: actual, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === "IPv6" ? `[${address}]` : address}:${actual}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

// Node leaves out the body of a response to HEAD.
function send(response: ServerResponse, { status, type, body }: PathResponse): void {
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(body), ...(status === 405 ? { allow: "GET, HEAD" } : {}) }).end(body);
}
