import { setTimeout } from "node:timers/promises";
import { getEventListeners } from "node:events";
import type { Trial } from "../bench.ts";
import type { Row } from "../row.ts";
import type { Behaviour } from "../server/exchange.ts";
import type { Script } from "../server/fault-server.ts";
import { JSON_TYPE, message } from "../server/message.ts";
import { stalls } from "../server/slow.ts";
import { answersJson } from "../server/whole.ts";
import { type Clients, eventPage, IDS } from "../subjects.ts";

const TIMES = 20;
const LIMIT_MS = 20;
const ITEM = { vaultUUID: IDS.vaultUUID, itemUUID: IDS.itemUUID };

/** A moment in which a caller can end a call. */
interface Moment {
  readonly name: string;
  readonly script: Script;
  readonly requests: number;
  call(clients: Clients, signal: AbortSignal): Promise<unknown>;
  /** @default "http:" */
  readonly scheme?: "https:";
  readonly token?: () => Promise<string>;
}

const getItem = ({ vault }: Clients, signal: AbortSignal): Promise<unknown> => vault.getItem(ITEM, { signal });

const MOMENTS: readonly Moment[] = [
  { name: "before the headers", script: () => stalls("nothing"), requests: 1, call: getItem },
  { name: "in the body", script: () => stalls("half the body", '{"id":"1234567890"}'), requests: 1, call: getItem },
  { name: "in the body of an error", script: () => stallingError(), requests: 1, call: getItem },
  { name: "in the wait before the next attempt", script: () => answersJson({}, 503, [["retry-after", "20"]]), requests: 1, call: getItem },
  {
    name: "in a write",
    script: () => stalls("nothing"),
    requests: 1,
    call: ({ vault }, signal) => vault.patchItem({ ...ITEM, body: [{ op: "remove", path: "/tags" }] }, { signal }),
  },
  { name: "while the token is fetched", script: [], requests: 0, call: getItem, token: () => new Promise<string>(() => {}) },
  { name: "in the TLS handshake", script: [], requests: 0, call: getItem, scheme: "https:" },
  {
    name: "in the bytes of a file",
    script: () => stallingFile(),
    requests: 1,
    call: async ({ vault }, signal) => (await vault.getFileContent(IDS, { signal })).bytes(),
  },
  {
    name: "on the second page",
    script: [answersJson(eventPage(0, 2, "second", true)), stalls("headers")],
    requests: 2,
    call: ({ events }, signal) => events.listAuditEvents({}, { signal }).toArray({ max: 9 }),
  },
];

const REASONS: readonly (readonly [string, () => unknown])[] = [
  ["an error", () => new Error("enough")],
  ["a text", () => "enough"],
  ["nothing", () => undefined],
];

/** The caller ends the call: it rejects at once, with the caller's own reason, and nothing goes on. */
export const aborted: Row = {
  id: "F9",
  fault: "the caller aborts in flight and while waiting",
  async run(bench) {
    let worstMs = 0;
    for (const moment of MOMENTS) {
      await bench.repeat(
        TIMES,
        moment.name,
        async (trial, index) => {
          worstMs = Math.max(worstMs, await abortOnce(trial, moment, index));
        },
        4,
      );
    }
    await bench.repeat(TIMES, "before the call", async (trial) => {
      const server = await trial.serve([]);
      const reason = new Error("enough");
      const outcome = await trial.attempt(() => getItem(trial.clients(server.url), AbortSignal.abort(reason)));
      trial.that(outcome.error === reason && server.connections === 0, "expected the reason, and no connection");
    });
    return `rejected with the caller's reason within ${Math.ceil(worstMs)} ms (limit ${LIMIT_MS}); 0 further requests, sockets, timers, listeners`;
  },
};

async function abortOnce(trial: Trial, { script, requests, call, scheme, token }: Moment, index: number): Promise<number> {
  const server = await trial.serve(script);
  const controller = new AbortController();
  const clock = trial.quickClock();
  const clients = trial.clients(scheme === undefined ? server.url : server.url.replace("http:", scheme), { clock, ...(token === undefined ? {} : { token }) });
  const running = trial.attempt(() => call(clients, controller.signal));
  for (let turns = 0; turns < 200 && (server.requests.length < requests || server.connections === 0) && turns < (requests === 0 ? 5 : 200); turns += 1)
    await setTimeout(2);
  await setTimeout(10);
  const reason = REASONS[index % REASONS.length]?.[1]();
  const begin = performance.now();
  controller.abort(reason);
  const { error, ok } = await running;
  const tookMs = performance.now() - begin;
  trial.that(!ok && error === controller.signal.reason, "it was to reject with the caller's reason, untouched");
  trial.that(tookMs <= LIMIT_MS, `it took ${Math.ceil(tookMs)} ms to end`);
  trial.that(clock.pending === 0, `${clock.pending} timers are left`);
  trial.that(getEventListeners(controller.signal, "abort").length === 0, "a listener is left on the caller's signal");
  await setTimeout(20);
  trial.that(server.requests.length === requests, `expected ${requests} requests; got ${server.requests.length}`);
  return tookMs;
}

function stallingError(): Behaviour {
  return stallsBehind(message({ status: 500, headers: [JSON_TYPE], body: '{"message":"no"}' }).subarray(0, -3));
}

function stallingFile(): Behaviour {
  return stallsBehind(message({ headers: [["content-type", "application/octet-stream"]], body: "x".repeat(1000) }).subarray(0, -300));
}

function stallsBehind(bytes: Buffer): Behaviour {
  return async (exchange) => {
    await exchange.write(bytes);
    await exchange.gone();
  };
}
