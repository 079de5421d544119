import { afterAll, beforeAll, describe, expect } from "vitest";
import { type Behaviour, floods, head, type Programs, sends } from "@keywright/tool-torture";
import { gzipBomb } from "./gzip-bomb.ts";
import { bundle, runProgram } from "./processes.ts";
import type { BodyLimitInput, BodyLimitResult } from "./programs/body-limit.ts";
import { it, rowsOf } from "./support.ts";

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const LIMIT_BYTES = 32 * MIB;

const JSON_TYPE = [["content-type", "application/json"]] as const;
const HTML = [["content-type", "text/html"]] as const;
const BYTES = [["content-type", "application/octet-stream"]] as const;

let bomb: Buffer;
let programs: Programs;
beforeAll(async () => {
  [bomb, programs] = await Promise.all([gzipBomb(GIB), bundle("body-limit")]);
});
afterAll(() => programs.remove());

const explodes = (status: number, headers: typeof JSON_TYPE | typeof HTML): Behaviour =>
  sends(Buffer.concat([Buffer.from(head(status, [...headers, ["content-encoding", "gzip"], ["content-length", String(bomb.length)]])), bomb]));

interface Flood {
  readonly behavior: () => Behaviour;
  readonly call: BodyLimitInput["call"];
  readonly code?: string;
  readonly attempts?: number;
}

const FLOODS = rowsOf<Flood>({
  "1 GB that is announced": { behavior: () => floods(GIB, { headers: JSON_TYPE, framing: "length" }), call: "getItem" },
  "1 GB in chunks": { behavior: () => floods(GIB, { headers: JSON_TYPE, framing: "chunked" }), call: "getItem" },
  "1 GB until the connection ends": { behavior: () => floods(GIB, { headers: JSON_TYPE }), call: "getItem" },
  "1 GB for a write": { behavior: () => floods(GIB, { headers: JSON_TYPE }), call: "createItem" },
  "1 GB of text": { behavior: () => floods(GIB, { headers: [["content-type", "text/plain"]] }), call: "getMetrics" },
  "a gzip bomb": { behavior: () => explodes(200, JSON_TYPE), call: "getItem" },
  "a gzip bomb as a page": { behavior: () => explodes(200, HTML), call: "getFileContent" },
  "a gzip bomb as an error": { behavior: () => explodes(400, JSON_TYPE), call: "getItem", code: "api-error" },
  "errors of 1 GB": { behavior: () => floods(GIB, { status: 500, headers: JSON_TYPE }), call: "getItem", code: "api-error", attempts: 3 },
  "a redirect of 1 GB": { behavior: () => floods(GIB, { status: 302, headers: [["location", "/"]] }), call: "getItem", code: "redirect-refused" },
  "1 GB where nothing is due": { behavior: () => floods(GIB, { headers: JSON_TYPE }), call: "deleteItem", code: "success", attempts: 0 },
  "a file of 1 GB that is not read on": {
    behavior: () => floods(GIB, { headers: BYTES, framing: "length" }),
    call: "idleStream",
    code: "success",
    attempts: 0,
  },
});

/** The most memory of Node's fetch alone while it throws such bytes away. */
const bare: { [kind: string]: Promise<number> } = {};

describe("F14 a body that is too large", () => {
  it.for(FLOODS)(
    "is given up at the limit, with little memory: $name",
    async ({ name, value: { behavior, call, code = "response-too-large", attempts = 1 } }, { serve }) => {
      const server = await serve(behavior);
      const run = (which: BodyLimitInput["call"]): Promise<BodyLimitResult> =>
        runProgram(programs.file("body-limit"), { url: server.url, call: which, limitBytes: LIMIT_BYTES });
      const known = (bare[name.includes("gzip") ? "gzip" : "plain"] ??= run("bare").then(({ peakBytes }) => peakBytes));
      const [{ peakBytes, ...ended }, barePeak] = await Promise.all([run(call), known]);
      expect(ended).toEqual({ code, attempts, open: 0 });
      expect(peakBytes - barePeak).toBeLessThan(LIMIT_BYTES + 64 * MIB);
    },
  );
});
