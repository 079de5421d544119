import type { CallOptions, ClientOptions } from "@keywright/core";
import { expectFailure, type Trial } from "../bench.ts";
import type { Row } from "../row.ts";
import { startStopwatch, TOLERANCE_MS } from "./stopwatch.ts";
import type { Behaviour } from "../server/exchange.ts";
import { JSON_TYPE, message } from "../server/message.ts";
import { stalls } from "../server/slow.ts";
import { answersJson, sends } from "../server/whole.ts";
import { type Clients, IDS, READS, WRITES } from "../subjects.ts";

const TIMES = 10;
const PLACES = ["nothing", "status line", "headers", "half the body"] as const;

/** A deadline, with the time at which it has to end a call and how often the request goes out until then. */
interface Case {
  readonly name: string;
  readonly options: CallOptions;
  readonly deadlineMs: number;
  readonly attempts: number;
}

const READ_CASES: readonly Case[] = [
  { name: "per attempt, once", options: { timeoutMs: 250, retry: false }, deadlineMs: 250, attempts: 1 },
  { name: "per attempt, repeated", options: { timeoutMs: 150 }, deadlineMs: 450, attempts: 3 },
  { name: "per call, in the first attempt", options: { totalTimeoutMs: 250 }, deadlineMs: 250, attempts: 1 },
  { name: "per call, in the second attempt", options: { timeoutMs: 200, totalTimeoutMs: 400 }, deadlineMs: 400, attempts: 2 },
];

/** Writes are not repeated: whichever deadline is the shorter one ends them. */
const WRITE_CASES: readonly Case[] = [
  { name: "per attempt", options: { timeoutMs: 250 }, deadlineMs: 250, attempts: 1 },
  { name: "per call", options: { totalTimeoutMs: 250 }, deadlineMs: 250, attempts: 1 },
];

/** The server says nothing more, at each place of its answer. */
export const stalled: Row = {
  id: "F7",
  fault: "stall before the headers, after them, in the body",
  async run(bench) {
    const stopwatch = startStopwatch();
    const expectTimeout = async (
      trial: Trial,
      { deadlineMs, attempts }: { readonly deadlineMs: number; readonly attempts?: number },
      call: () => Promise<unknown>,
    ): Promise<boolean> => {
      const deadline = stopwatch.start(deadlineMs);
      const outcome = await trial.attempt(call);
      // A machine that stood still has cut off attempts by itself.
      const inTime = deadline.expect(trial, outcome) < TOLERANCE_MS;
      expectFailure(trial, outcome, "timeout", inTime ? attempts : undefined);
      return inTime;
    };
    for (const place of PLACES) {
      for (const [subject, cases] of [...READS.map((read) => [read, READ_CASES] as const), ...WRITES.map((write) => [write, WRITE_CASES] as const)]) {
        for (const one of cases) {
          await bench.repeat(TIMES, `${subject.name}, stall behind ${place}, ${one.name}`, async (trial) => {
            const server = await trial.serve(() => stalls(place, JSON.stringify(subject.answer)));
            const clients = trial.clients(server.url);
            const inTime = await expectTimeout(trial, one, () => subject.call(clients, { signal: trial.signal, ...one.options }));
            trial.that(!inTime || server.requests.length === one.attempts, `expected ${one.attempts} requests; got ${server.requests.length}`);
          });
        }
      }
    }
    for (const { name, behaviour, call, options = {}, scheme = "http:" } of OTHERS) {
      await bench.repeat(TIMES, name, async (trial) => {
        const server = await trial.serve(behaviour === undefined ? [] : () => behaviour);
        const clients = trial.clients(server.url.replace("http:", scheme), { retry: false, ...options });
        const limits = options.totalTimeoutMs === undefined ? { timeoutMs: DEADLINE_MS } : {};
        await expectTimeout(trial, { deadlineMs: DEADLINE_MS }, () => call(clients, { ...limits, signal: trial.signal }));
        trial.that(server.requests.length <= 1, `expected one request; got ${server.requests.length}`);
      });
    }
    await bench.repeat(TIMES, "a wait that the service asks for, past the deadline of the call", async (trial) => {
      const server = await trial.serve([answersJson({}, 503, [["retry-after", "5"]])]);
      const outcome = await trial.attempt(() => getItem(trial.clients(server.url), { totalTimeoutMs: 2000, signal: trial.signal }));
      expectFailure(trial, outcome, "api-error", 1);
      trial.that(outcome.durationMs < 1000, "it waited for what it could not reach");
    });
    stopwatch.stop();
    return `all ended within their deadline + ${TOLERANCE_MS} ms; the latest ${stopwatch.worstLateMs} ms behind it`;
  },
};

const DEADLINE_MS = 250;
const getItem = ({ vault }: Clients, options: CallOptions): Promise<unknown> => vault.getItem({ vaultUUID: IDS.vaultUUID, itemUUID: IDS.itemUUID }, options);
const getFile = async ({ vault }: Clients, options: CallOptions): Promise<unknown> => (await vault.getFileContent(IDS, options)).bytes();

/** Stalls where a client may forget to look. */
const OTHERS: readonly {
  readonly name: string;
  /** Nothing is ever answered where it is absent. */
  readonly behaviour?: Behaviour;
  readonly call: (clients: Clients, options: CallOptions) => Promise<unknown>;
  readonly options?: Partial<ClientOptions>;
  readonly scheme?: "https:";
}[] = [
  {
    name: "an error whose body stalls",
    call: getItem,
    behaviour: stallsIn(message({ status: 500, headers: [JSON_TYPE], body: JSON.stringify({ message: "no" }) })),
  },
  {
    name: "a redirect whose body stalls",
    call: getItem,
    behaviour: stallsIn(message({ status: 307, headers: [["location", "/elsewhere"]], body: "elsewhere" })),
  },
  {
    name: "a login page in place of a file, whose body stalls",
    call: getFile,
    behaviour: stallsIn(message({ headers: [["content-type", "text/html"]], body: "<html></html>" })),
  },
  {
    name: "a file that stalls in its middle",
    call: getFile,
    behaviour: stallsIn(message({ headers: [["content-type", "application/octet-stream"]], body: "a file" })),
  },
  { name: "a TLS handshake that never ends", call: getItem, scheme: "https:" },
  { name: "a token that never comes", call: getItem, options: { token: () => new Promise<string>(() => {}), totalTimeoutMs: DEADLINE_MS } },
];

function stallsIn(bytes: Buffer): Behaviour {
  return async (exchange) => {
    await sends(bytes.subarray(0, -3))(exchange);
    await exchange.gone();
  };
}
