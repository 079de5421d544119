import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type JobState } from "./job-state.ts";
import type { Log } from "./log.ts";
import { METRICS_TYPE, metricsText } from "./metrics.ts";
import { type ListenAddress, sinkLabel } from "../settings/settings.ts";

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

const POLLS = 3;
const LEAST_MS = 30_000;
const POLL_MS = 30_000;
const TEXT = "text/plain; charset=utf-8";

/** What is served. Responses contain no event and no credential. */
export interface Pages {
  /** Returns the metrics in the text format of Prometheus. */
  metrics(): string;
  /** Returns whether the program works, with details. */
  readiness(): { readonly ready: boolean };
}

/** Returns the pages of jobs. */
export function pagesOf(states: readonly JobState[], version: string, now: () => number): Pages {
  return {
    metrics: () => metricsText(states, version),
    readiness() {
      const jobs = states.map((state) => readinessOf(state, now()));
      return { ready: jobs.every((job) => job.ready), jobs };
    },
  };
}

/** Serves `/metrics`, `/healthz` and `/readyz`. */
export async function listen({ host, port }: ListenAddress, pages: Pages): Promise<Listener> {
  const responseOf = (path: string): PathResponse => {
    switch (path) {
      case "/metrics":
        return { status: 200, type: METRICS_TYPE, body: pages.metrics() };
      case "/healthz":
        return { status: 200, type: TEXT, body: "ok\n" };
      case "/readyz": {
        const readiness = pages.readiness();
        return { status: readiness.ready ? 200 : 503, type: "application/json", body: `${JSON.stringify(readiness)}\n` };
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

/** Listens as {@link listen}, and logs where. */
export async function listenAndLog(address: ListenAddress, pages: Pages, { quiet }: { readonly quiet: boolean }, log: Log): Promise<Listener> {
  const listener = await listen(address, pages);
  if (!quiet) log.write({ level: "info", event: "listening", message: `serves /metrics, /healthz and /readyz at ${listener.url}` });
  return listener;
}

// Node leaves out the body of a response to HEAD.
function send(response: ServerResponse, { status, type, body }: PathResponse): void {
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(body), ...(status === 405 ? { allow: "GET, HEAD" } : {}) }).end(body);
}

/** Whether a job works, and if not, why. */
interface Readiness {
  readonly stream: string;
  readonly sink: string;
  readonly ready: boolean;
  /** Contains no text of a service, so that it contains no secret. */
  readonly reason?: string;
}

/** A job is ready if it has its checkpoint, and a page or no more events within three intervals. */
function readinessOf(state: JobState, now: number): Readiness {
  const { job } = state;
  const reason = problemOf(state, now);
  return { stream: job.stream, sink: sinkLabel(job), ready: reason === undefined, ...(reason === undefined ? {} : { reason }) };
}

function problemOf({ job, isOwner, doing, lastFailure, succeededAt }: JobState, now: number): string | undefined {
  if (doing === "standing by") return "another process has the checkpoint or the output file";
  const failure = lastFailure === undefined ? "" : `; last failure: ${lastFailure.code}${lastFailure.status === undefined ? "" : ` (${lastFailure.status})`}`;
  if (!isOwner) return `it is ${doing}${failure}`;
  if (succeededAt === undefined) return `no request has succeeded${failure}`;
  const sinceMs = now - succeededAt;
  if (sinceMs <= Math.max(LEAST_MS, POLLS * (job.pollIntervalMs ?? POLL_MS))) return undefined;
  return `nothing has succeeded for ${Math.floor(sinceMs / 1000)} s${failure}`;
}
