import { type NetworkFault, type ServiceName, SERVICES } from "./plan.ts";
import { platformError } from "./disk.ts";
import type { Process } from "./process.ts";

/** A request that was sent. */
export interface Sent {
  readonly process: Process;
  readonly service: ServiceName;
  readonly url: URL;
  readonly init: RequestInit;
}

/** A response of a service. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Options of the network. */
export interface NetworkOptions {
  /** Returns the fault of the next request, if any. */
  readonly takeFault: (service: ServiceName) => NetworkFault | undefined;
  /** Handles the request in the service. */
  readonly act: (sent: Sent) => Promise<Answer>;
  /** Called when the body of a response was read to its end. */
  readonly delivered: (sent: Sent, answer: Answer) => void;
  readonly revoke: (sent: Sent) => void;
  readonly say: (line: string) => void;
  readonly violate: (problem: string) => void;
}

/** A response that the network may repeat for the same request, and for the request that follows from it, because no client can recognize that. */
interface Answered {
  readonly answer: Answer;
  readonly at: number;
}

const PIECES = 3;
/** Maximum age of a response that the network repeats. */
const DUPLICATE_MS = 10_000;

/** Creates `fetch`. Each request and each piece of a response takes time, and a fault may strike. */
export function createNetwork({ takeFault, act, delivered, revoke, say, violate }: NetworkOptions) {
  /** The responses to a process by request, the newest last. */
  const answered = new WeakMap<Process, Map<string, Answered>>();
  const recent = new Map<string, number[]>();

  /** Checks that a process without success does not send requests without a pause. */
  function watchRate({ process, service }: Sent): void {
    const key = `${process.name} ${service}`;
    const now = process.timeline.now();
    const times = (recent.get(key) ?? []).filter((at) => at > now - 10_000);
    times.push(now);
    recent.set(key, times);
    if (times.length === 40) violate(`${process.name} sent ${times.length} requests to ${service} within 10 seconds, all without success`);
  }

  return async (process: Process, address: string, init: RequestInit): Promise<unknown> => {
    const url = new URL(address);
    const service = SERVICES.find((name) => url.origin === `https://${name}.example`);
    const { signal } = init;
    signal?.throwIfAborted();
    const credential = new Headers(init.headers).get("authorization") ?? "";
    if (service === undefined) {
      violate(`${process.name} sent a request${credential === "" ? "" : " with its credential"} to ${url.origin}`);
      throw failed(platformError("ENOTFOUND", "getaddrinfo"));
    }
    const fault = takeFault(service);
    const sent: Sent = { process, service, url, init };
    const what = `${process.name} ${init.method} ${url.origin}${url.pathname}`;
    say(`${what}${fault === undefined ? "" : ` (${typeof fault === "string" ? fault : `${fault.status} ${fault.retryAfter ?? ""}`})`}`);
    const { random, timeline } = process;
    const answers = answered.get(process) ?? new Map<string, Answered>();
    answered.set(process, answers);
    const request = `${url.href} ${String(init.body)}`;
    const pass = (ms: number): Promise<void> => new Promise((resolve) => void timeline.after(ms, resolve));
    let isCancelled = false;

    /** Returns the response of the service, which continues its work even if the process has died. */
    async function far(): Promise<Answer | "never"> {
      await pass(fault === "slow" ? random.int(4000, 30_000) : random.int(2, 90));
      // A request that arrives after its sender stopped waiting would end the consent, which no client can prevent.
      if (service === "consent" && (isCancelled || !process.isAlive())) return "never";
      if (fault === "refused") throw failed(platformError("ECONNREFUSED", "connect ECONNREFUSED"));
      if (fault === "lost-before") throw failed(platformError("ECONNRESET", "read ECONNRESET"));
      if (fault === "stalled") return "never";
      if (fault === "revoked") revoke(sent);
      if (fault === "redirect") return { status: 302, headers: { location: `https://evil.example${url.pathname}` }, body: "" };
      if (fault === "page") return { status: 502, headers: { "content-type": "text/html" }, body: "<html>Bad gateway</html>" };
      if (fault === "echo")
        return json(service === "consent" ? 400 : 500, service === "consent" ? { error: secretOf(init) } : { message: `what is ${credential}?` });
      if (fault === "echo-failure") throw failed(new Error(`the proxy did not take ${credential}`));
      if (typeof fault === "object") return json(fault.status, { message: "later" }, fault.retryAfter === undefined ? {} : { "retry-after": fault.retryAfter });
      const [, cursor] = /(?:[?&]after=|"cursor":")([\w-]+)/.exec(request) ?? [];
      const before = answers.get(request) ?? [...answers.values()].reverse().find(({ answer }) => cursor !== undefined && answer.body.includes(cursor));
      if (fault === "repeated" && before !== undefined && before.at > timeline.now() - DUPLICATE_MS && (service === "events" || service === "management"))
        return before.answer;
      const answer = await act(sent);
      if (answer.status === 200 && !isCancelled) {
        answers.delete(request);
        answers.set(request, { answer, at: timeline.now() });
      }
      await pass(random.int(2, 90));
      if (fault === "lost-after") throw failed(platformError("ECONNRESET", "read ECONNRESET"));
      if (fault === "stale-after")
        throw failed(Object.assign(platformError("UND_ERR_SOCKET", ""), { message: "other side closed", socket: { bytesRead: 10 } }));
      if (fault === "busy-after") return json(503, { message: "later" });
      return fault === "stalled-after" ? "never" : answer;
    }

    return new Promise((resolve, reject) => {
      process.open.set(sent, `the request ${what}`);
      const onAbort = (): void => {
        isCancelled = true;
        process.open.delete(sent);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      const settle = (run: () => void): void => {
        signal?.removeEventListener("abort", onAbort);
        if (process.isAlive() && !isCancelled) run();
      };
      far().then(
        (answer) => {
          if (answer === "never") return;
          if (answer.status !== 200 || /"(items|results)":\[\]/.test(answer.body)) watchRate(sent);
          settle(() => {
            if (init.redirect !== "manual" && answer.status === 302) violate(`${process.name} follows a redirect to ${answer.headers["location"]}`);
            resolve(responseOf(sent, answer, fault === "cut"));
          });
        },
        (error: unknown) =>
          settle(() => {
            watchRate(sent);
            process.open.delete(sent);
            reject(error);
          }),
      );
    });
  };

  /** Returns a response whose body arrives in pieces and may be cut. */
  function responseOf(sent: Sent, answer: Answer, isCut: boolean): object {
    const { process, init } = sent;
    const bytes = Buffer.from(answer.body);
    const pieces = Array.from({ length: PIECES }, (_none, index) =>
      bytes.subarray(Math.floor((bytes.length * index) / PIECES), Math.floor((bytes.length * (index + 1)) / PIECES)),
    ).filter(({ length }) => length > 0);
    let place = 0;
    let isOver = false;
    const end = (): void => {
      isOver = true;
      process.open.delete(sent);
    };
    const read = (): Promise<{ done: boolean; value?: Uint8Array }> =>
      new Promise((resolve, reject) => {
        process.later(process.random.int(0, 20), () => {
          if (isOver) return resolve({ done: true });
          if (init.signal?.aborted) {
            end();
            return reject(init.signal.reason);
          }
          if (isCut && place > 0) {
            end();
            return reject(Object.assign(new TypeError("terminated"), { cause: platformError("UND_ERR_SOCKET", "other side closed") }));
          }
          const value = pieces[place];
          place += 1;
          if (place >= pieces.length) {
            end();
            delivered(sent, answer);
          }
          resolve(value === undefined ? { done: true } : { done: false, value: new Uint8Array(value) });
        });
      });
    const cancel = async (): Promise<void> => end();
    if (pieces.length === 0) end();
    return {
      status: answer.status,
      headers: new Headers({ ...answer.headers, "content-length": String(bytes.length) }),
      type: "basic",
      bodyUsed: false,
      body: pieces.length === 0 ? null : { getReader: () => ({ read, cancel }), cancel },
    };
  }
}

function failed(cause: Error): Error {
  return new TypeError("fetch failed", { cause });
}

function json(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}

/** Returns the client secret in a request. */
function secretOf({ headers }: RequestInit): string {
  const [, encoded = ""] = (new Headers(headers).get("authorization") ?? "").split(" ");
  return atob(encoded).split(":")[1] ?? "";
}
