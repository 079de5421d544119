import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileBytes, fileStream } from "@keywright/vault/files";
import { saveFile } from "@keywright/vault/node";
import { describe, expect } from "vitest";
import { sendsMessage, sendsJson, type Behaviour, CUTS, cuts, type Script } from "@keywright/tool-torture";
import { type Clients, IDS } from "./subjects.ts";
import { eachPlace, expectFailure, it, rowsOf } from "./support.ts";

const FILE = randomBytes(20_000);
const TYPE = "application/octet-stream";

/** The ways to read the bytes of a file. */
const READERS = rowsOf<(clients: Clients, signal: AbortSignal) => Promise<Uint8Array>>({
  bytes: async ({ vault }, signal) => (await vault.getFileContent(IDS, { signal })).bytes(),
  stream: async ({ vault }, signal) => joined((await vault.getFileContent(IDS, { signal })).stream()),
  fileBytes: ({ vault }, signal) => fileBytes(vault, IDS, { signal }),
  fileStream: async ({ vault }, signal) => joined(await fileStream(vault, IDS, { signal })),
  saveFile: ({ vault }, signal) => saved((path) => saveFile(vault, IDS, path, { signal })),
});

async function joined(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function saved(save: (path: string) => Promise<unknown>): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), "cut-files-"));
  try {
    await save(join(folder, "dump.bin")).catch(async (error: unknown) => {
      // What is left of a file that did not come whole counts as a short one.
      if ((await readdir(folder)).length === 0) throw error;
    });
    return await readFile(join(folder, "dump.bin"));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Tells of the file by its details, and answers for its content as a test wants it. */
const serves =
  (content: Behaviour): Script =>
  ({ target }) =>
    target.endsWith("/content") ? content : sendsJson({ id: IDS.fileUUID, name: "dump.bin", size: FILE.length });

describe("F6 a file", () => {
  // Each percent is cut in each way; the readers take turns.
  it.for(CUTS)("that is cut at 1 % to 99 % (%s) is never taken for whole", (cut, { serve, clients, signal }) =>
    eachPlace(99, async (index) => {
      const reader = READERS[(index + CUTS.indexOf(cut)) % READERS.length] as (typeof READERS)[number];
      const server = await serve(serves(cuts(cut, FILE, Math.floor((FILE.length * (index + 1)) / 100), TYPE)));
      await expectFailure(reader.value(clients(server.url), signal), "truncated-response");
    }),
  );

  it.for(READERS)("that arrives whole is returned whole: $name", async ({ value: read }, { serve, clients, signal }) => {
    for (const framing of ["length", "chunked"] as const) {
      const server = await serve(serves(sendsMessage({ headers: [["content-type", TYPE]], body: FILE, framing })));
      expect(FILE.equals(await read(clients(server.url), signal))).toBe(true);
    }
  });
});
