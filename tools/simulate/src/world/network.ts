import type { Context } from "./context.ts";
import { platformError } from "./disk.ts";
import { type Answer, credentialOf, json, type Sent } from "./messages.ts";
import { type NetworkFault, SERVICES } from "./plan.ts";
import type { Process } from "./process.ts";
import type { Services } from "./services.ts";

const PIECES = 3;
/** Maximum age of a response that the network repeats. */
const DUPLICATE_MS = 10_000;

/** Creates `fetch`. Each request and piece of a response takes time, and may have a fault. */
export function createNetwork({ timeline, faults, say, violate }: Context, { act, delivered, revoke }: Pick<Services, "act" | "delivered" | "revoke">) {
  const answered: { readonly process: Process; readonly request: string; readonly answer: Answer; readonly at: number }[] = [];
  const recent = new Map<string, number[]>();

  /** Checks that a process without success does not send requests without a pause. */
  function watchRate({ process, service }: Sent): void {
    const key = `${process.name} ${service}`;
    const now = timeline.now();
    const times = [...(recent.get(key) ?? []), now].filter((at) => at > now - 10_000);
    recent.set(key, times);
    if (times.length === 40) violate(`${process.name} sent ${times.length} requests to ${service} within 10 seconds, all without success`);
  }

  /** Returns the response to an equal or the last request, which no client can recognize. */
  function olderResponse(process: Process, request: string): Answer | undefined {
    const [, cursor] = /(?:[?&]after=|"cursor":")([\w-]+)/.exec(request) ?? [];
    const own = answered.filter((each) => each.process === process && each.at > timeline.now() - DUPLICATE_MS).reverse();
    return (own.find((each) => each.request === request) ?? own.find(({ answer }) => cursor !== undefined && answer.body.includes(cursor)))?.answer;
  }

  /** Returns the response of a service, which continues its work even if the process has died. */
  async function far(sent: Sent, request: string, fault: NetworkFault | undefined): Promise<Answer> {
    const { process, service, init } = sent;
    const { random } = process;
    await timeline.pass(fault === "slow" ? random.integer(4000, 30_000) : random.integer(2, 90));
    // A request that arrives too late would end the consent, which no client can prevent.
    if (service === "consent" && (init.signal?.aborted || !process.isAlive())) return never();
    const own = withoutService(sent, fault);
    if (own !== undefined) return own;
    const older = fault === "repeated" && (service === "events" || service === "management") ? olderResponse(process, request) : undefined;
    if (older !== undefined) return older;
    const answer = await act(sent);
    if (answer.status === 200 && !init.signal?.aborted) answered.push({ process, request, answer, at: timeline.now() });
    await timeline.pass(random.integer(2, 90));
    if (fault === "lost-after") throw failed(platformError("ECONNRESET", "read ECONNRESET"));
    if (fault === "stale-after") throw failed(Object.assign(platformError("UND_ERR_SOCKET", ""), { message: "other side closed", socket: { bytesRead: 10 } }));
    if (fault === "busy-after") return json(503, { message: "later" });
    return fault === "stalled-after" ? never() : answer;
  }

  /** Returns the response to a request that does not reach its service; `undefined` if it does. */
  function withoutService(sent: Sent, fault: NetworkFault | undefined): Answer | Promise<Answer> | undefined {
    const { service, url, init } = sent;
    const credential = credentialOf(init);
    if (typeof fault === "object") return json(fault.status, { message: "later" }, fault.retryAfter === undefined ? {} : { "retry-after": fault.retryAfter });
    if (fault === "refused") throw failed(platformError("ECONNREFUSED", "connect ECONNREFUSED"));
    if (fault === "lost-before") throw failed(platformError("ECONNRESET", "read ECONNRESET"));
    if (fault === "stalled") return never();
    if (fault === "revoked") revoke(sent);
    if (fault === "redirect") return { status: 302, headers: { location: `https://evil.example${url.pathname}` }, body: "" };
    if (fault === "page") return { status: 502, headers: { "content-type": "text/html" }, body: "<html>Bad gateway</html>" };
    // The endpoint repeats the client secret as the error's code.
    if (fault === "echo" && service === "consent") return json(400, { error: atob(credential).split(":")[1] });
    if (fault === "echo") return json(500, { message: `what is ${credential}?` });
    if (fault === "echo-failure") throw failed(new Error(`the proxy did not take ${credential}`));
    return undefined;
  }

  /** Returns a response whose body arrives in pieces and may be cut. */
  function responseOf(sent: Sent, answer: Answer, isCut: boolean): object {
    const { process, init } = sent;
    const bytes = Buffer.from(answer.body);
    const end = (): void => void process.open.delete(sent);
    let place = 0;
    // A step after the body was canceled fails, which a stream ignores.
    async function pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
      await new Promise<void>((resolve) => void process.later(process.random.integer(0, 20), resolve));
      if (place === PIECES) return controller.close();
      if (init.signal?.aborted || (isCut && place > 0)) {
        end();
        init.signal?.throwIfAborted();
        throw new TypeError("terminated", { cause: platformError("UND_ERR_SOCKET", "other side closed") });
      }
      controller.enqueue(new Uint8Array(bytes.subarray((bytes.length * place) / PIECES, (bytes.length * (place + 1)) / PIECES)));
      place += 1;
      if (place < PIECES) return;
      end();
      delivered(sent, answer);
    }
    if (bytes.length === 0) end();
    return {
      status: answer.status,
      headers: new Headers({ ...answer.headers, "content-length": String(bytes.length) }),
      type: "basic",
      bodyUsed: false,
      body: bytes.length === 0 ? null : new ReadableStream({ pull, cancel: end }, { highWaterMark: 0 }),
    };
  }

  return async (process: Process, address: string, init: RequestInit): Promise<unknown> => {
    const url = new URL(address);
    const service = SERVICES.find((name) => url.origin === `https://${name}.example`);
    const { signal } = init;
    signal?.throwIfAborted();
    if (service === undefined) {
      violate(`${process.name} sent a request${credentialOf(init) === "" ? "" : " with its credential"} to ${url.origin}`);
      throw failed(platformError("ENOTFOUND", "getaddrinfo"));
    }
    const fault = faults[service].shift();
    const sent: Sent = { process, service, url, init };
    const what = `${process.name} ${init.method} ${url.origin}${url.pathname}`;
    say(`${what}${fault === undefined ? "" : ` (${typeof fault === "string" ? fault : `${fault.status} ${fault.retryAfter ?? ""}`})`}`);
    process.open.set(sent, `the request ${what}`);
    return new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => {
        process.open.delete(sent);
        reject(signal.reason);
      });
      // A process that has died learns nothing more.
      far(sent, `${url.href} ${String(init.body)}`, fault).then(
        (answer) => {
          if (answer.status !== 200 || /"(items|results)":\[\]/.test(answer.body)) watchRate(sent);
          if (!process.isAlive() || signal?.aborted) return;
          if (init.redirect !== "manual" && answer.status === 302) violate(`${process.name} follows a redirect to ${answer.headers["location"]}`);
          resolve(responseOf(sent, answer, fault === "cut"));
        },
        (error: unknown) => {
          watchRate(sent);
          process.open.delete(sent);
          if (process.isAlive()) reject(error);
        },
      );
    });
  };
}

function never(): Promise<never> {
  return new Promise(() => {});
}

function failed(cause: Error): Error {
  return new TypeError("fetch failed", { cause });
}
