import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isKeywrightError } from "@keywright/core";
import { fileBytes, fileStream } from "@keywright/vault/files";
import { saveFile } from "@keywright/vault/node";
import { describe, type Trial } from "../bench.ts";
import type { Row } from "../row.ts";
import { type Cut, CUTS, cuts } from "../server/cut.ts";
import type { Behaviour } from "../server/exchange.ts";
import type { Script } from "../server/fault-server.ts";
import { answers, answersJson } from "../server/whole.ts";
import { type Clients, IDS } from "../subjects.ts";

const FILE = randomBytes(20_000);
const TYPE = "application/octet-stream";
const DETAILS = { id: IDS.fileUUID, name: "dump.bin", size: FILE.length };

/** How the bytes of a file can be read. */
const READERS = {
  bytes: async ({ vault }: Clients, signal: AbortSignal): Promise<Uint8Array> => (await vault.getFileContent(IDS, { signal })).bytes(),
  stream: async ({ vault }: Clients, signal: AbortSignal): Promise<Uint8Array> => {
    const pieces: Uint8Array[] = [];
    for await (const piece of (await vault.getFileContent(IDS, { signal })).stream()) pieces.push(piece);
    return Buffer.concat(pieces);
  },
  fileBytes: ({ vault }: Clients, signal: AbortSignal): Promise<Uint8Array> => fileBytes(vault, IDS, { signal }),
  fileStream: async ({ vault }: Clients, signal: AbortSignal): Promise<Uint8Array> => {
    const pieces: Uint8Array[] = [];
    for await (const piece of await fileStream(vault, IDS, { signal })) pieces.push(piece);
    return Buffer.concat(pieces);
  },
  saveFile: async ({ vault }: Clients, signal: AbortSignal): Promise<Uint8Array> => {
    const folder = await mkdtemp(join(tmpdir(), "cut-files-"));
    try {
      await saveFile(vault, IDS, join(folder, "dump.bin"), { signal }).catch(async (error: unknown) => {
        // What is left of a file that did not come whole counts as a short one.
        if ((await readdir(folder)).length === 0) throw error;
      });
      return await readFile(join(folder, "dump.bin"));
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

/** Tells of the file by its details, and answers for its content as a row wants it. */
function serves(content: Behaviour): Script {
  return ({ target }) => (target.endsWith("/content") ? content : answersJson(DETAILS));
}

/** A file that is cut at each percent must not be taken for whole. */
export const cutFiles: Row = {
  id: "F6",
  fault: "file bytes cut at each of 1 % to 99 %",
  async run(bench) {
    let short = 0;
    for (const [reader, read] of Object.entries(READERS)) {
      for (const cut of CUTS) {
        await bench.repeat(99, `${reader}, ${cut}`, async (trial, index) => {
          if (await isShort(trial, cut, index + 1, read)) short += 1;
        });
      }
      for (const framing of ["length", "chunked"] as const) {
        await bench.run(`${reader}, whole, ${framing}`, async (trial) => {
          const server = await trial.serve(serves(answers({ headers: [["content-type", TYPE]], body: FILE, framing })));
          const outcome = await trial.attempt(() => read(trial.clients(server.url), trial.signal));
          trial.that(outcome.ok && FILE.equals(outcome.value), `a whole file was to be given whole; ${describe(outcome)}`);
        });
      }
    }
    return `${Object.keys(READERS).length} × 99 × ${CUTS.length}: ${short} short files`;
  },
};

async function isShort(trial: Trial, cut: Cut, percent: number, read: (typeof READERS)["bytes"]): Promise<boolean> {
  const server = await trial.serve(serves(cuts(cut, FILE, Math.floor((FILE.length * percent) / 100), TYPE)));
  const outcome = await trial.attempt(() => read(trial.clients(server.url), trial.signal));
  trial.that(isKeywrightError(outcome.error, "truncated-response"), `a file cut at ${percent} % was to be refused as truncated; ${describe(outcome)}`);
  return outcome.ok;
}
