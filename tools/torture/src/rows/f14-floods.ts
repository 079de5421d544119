import type { Bench } from "../bench.ts";
import type { BodyLimitAnswer, BodyLimitInput } from "../children/body-limit.ts";
import { runChild } from "../children/child-process.ts";
import type { Row } from "../row.ts";
import { floods, gzipBomb } from "../server/flood.ts";
import { head } from "../server/message.ts";
import { sends } from "../server/whole.ts";
import type { Behaviour } from "../server/exchange.ts";

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const LIMIT_BYTES = 32 * MIB;
const ALLOWED_BYTES = LIMIT_BYTES + 64 * MIB;

const JSON_HEADERS = [["content-type", "application/json"]] as const;
const HTML_HEADERS = [["content-type", "text/html"]] as const;
const BYTES_HEADERS = [["content-type", "application/octet-stream"]] as const;

/** A flood, the call that meets it, and what has to come of it. */
interface Case {
  readonly name: string;
  readonly behaviour: (bomb: Buffer) => Behaviour;
  readonly call: BodyLimitInput["call"];
  readonly expected: string;
  readonly attempts: number;
}

const CASES: readonly Case[] = [
  {
    name: "1 GB announced",
    behaviour: () => floods(GIB, { headers: JSON_HEADERS, framing: "length" }),
    call: "getItem",
    expected: "response-too-large",
    attempts: 1,
  },
  {
    name: "1 GB in chunks",
    behaviour: () => floods(GIB, { headers: JSON_HEADERS, framing: "chunked" }),
    call: "getItem",
    expected: "response-too-large",
    attempts: 1,
  },
  { name: "1 GB until the end", behaviour: () => floods(GIB, { headers: JSON_HEADERS }), call: "getItem", expected: "response-too-large", attempts: 1 },
  { name: "1 GB for a write", behaviour: () => floods(GIB, { headers: JSON_HEADERS }), call: "createItem", expected: "response-too-large", attempts: 1 },
  {
    name: "1 GB of text",
    behaviour: () => floods(GIB, { headers: [["content-type", "text/plain"]] }),
    call: "getMetrics",
    expected: "response-too-large",
    attempts: 1,
  },
  { name: "gzip bomb", behaviour: (bomb) => sends(gzipped(200, JSON_HEADERS, bomb)), call: "getItem", expected: "response-too-large", attempts: 1 },
  {
    name: "gzip bomb as a page",
    behaviour: (bomb) => sends(gzipped(200, HTML_HEADERS, bomb)),
    call: "getFileContent",
    expected: "response-too-large",
    attempts: 1,
  },
  { name: "gzip bomb as an error", behaviour: (bomb) => sends(gzipped(400, JSON_HEADERS, bomb)), call: "getItem", expected: "api-error", attempts: 1 },
  { name: "errors of 1 GB", behaviour: () => floods(GIB, { status: 500, headers: JSON_HEADERS }), call: "getItem", expected: "api-error", attempts: 3 },
  {
    name: "a redirect of 1 GB",
    behaviour: () => floods(GIB, { status: 302, headers: [["location", "/"]] }),
    call: "getItem",
    expected: "redirect-refused",
    attempts: 1,
  },
  { name: "1 GB where nothing is due", behaviour: () => floods(GIB, { headers: JSON_HEADERS }), call: "deleteItem", expected: "success", attempts: 0 },
  {
    name: "a file of 1 GB that is not read",
    behaviour: () => floods(GIB, { headers: BYTES_HEADERS, framing: "length" }),
    call: "idleStream",
    expected: "success",
    attempts: 0,
  },
];

/** The answer is far larger than what may be held. */
export const flooding: Row = {
  id: "F14",
  fault: "body over the limit: 1 GB, gzip bomb 1:1000",
  async run(bench) {
    const bomb = await gzipBomb(GIB);
    const peak = { bytes: 0, bareBytes: 0, addedBytes: 0 };
    for (const { name, behaviour, call, expected, attempts } of CASES) {
      await bench.run(name, async (trial) => {
        const server = await trial.serve(() => behaviour(bomb));
        const answer = await readIn(bench, server.url, call);
        const bare = await readIn(bench, server.url, "bare");
        const addedBytes = answer.peakBytes - bare.peakBytes;
        trial.that(
          answer.code === expected && answer.attempts === attempts,
          `expected ${expected} after ${attempts} attempts; got ${answer.code} after ${answer.attempts}`,
        );
        trial.that(
          addedBytes < ALLOWED_BYTES,
          `the process took ${inMib(answer.peakBytes)} MiB, ${inMib(addedBytes)} more than the platform's fetch that throws the same away`,
        );
        if (answer.peakBytes > peak.bytes) Object.assign(peak, { bytes: answer.peakBytes, bareBytes: bare.peakBytes });
        peak.addedBytes = Math.max(peak.addedBytes, addedBytes);
      });
    }
    return `peak RSS ${inMib(peak.bytes)} MiB where Node's fetch alone takes ${inMib(peak.bareBytes)} to throw the same away; a client adds at most ${inMib(peak.addedBytes)} (limit ${inMib(LIMIT_BYTES)} + 64)`;
  },
};

function readIn(bench: Bench, url: string, call: BodyLimitInput["call"]): Promise<BodyLimitAnswer> {
  const input: BodyLimitInput = { url, call, limitBytes: LIMIT_BYTES };
  return runChild(bench, "body-limit", input);
}

function gzipped(status: number, headers: readonly (readonly [string, string])[], bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(head(status, [...headers, ["content-encoding", "gzip"], ["content-length", String(bytes.length)]])), bytes]);
}

function inMib(bytes: number): number {
  return Math.ceil(bytes / MIB);
}
