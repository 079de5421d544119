import { randomBytes } from "node:crypto";
import { isApiError } from "@keywright/core";
import { createVaultEmulator, serveEmulator } from "@keywright/emulator";
import { fileBytes } from "@keywright/vault/files";
import { describe, type Trial } from "../bench.ts";
import type { Row } from "../row.ts";

const KILOBYTE = 1024;
const LIMIT = 40;
const LIMIT_WITHOUT_SIZE = 100;

/** Files around the limit: the one that the server is set to, and the one where it does not know the size. */
const FILES = [true, false].flatMap((sizeKnown) =>
  [-1, 0, 1].map((more) => ({ sizeKnown, sizeBytes: (sizeKnown ? LIMIT : LIMIT_WITHOUT_SIZE) * KILOBYTE + more, isInline: more < 0 })),
);

/** A file that is not below the limit is refused inline, and comes whole all the same. */
export const inlineFiles: Row = {
  id: "F43",
  fault: "inline content at the limit -1, 0, +1 byte; size absent at 100 KB -1, 0, +1",
  async run(bench) {
    let whole = 0;
    for (const file of FILES) {
      await bench.run(`${file.sizeBytes} bytes, size ${file.sizeKnown ? "known" : "absent"}`, async (trial) => {
        if (await comesWhole(trial, file)) whole += 1;
      });
    }
    return `${whole}/${FILES.length} whole: inline below the limit, by the content operation after 413 at it and above`;
  },
};

async function comesWhole(trial: Trial, { sizeKnown, sizeBytes, isInline }: (typeof FILES)[number]): Promise<boolean> {
  const emulator = createVaultEmulator({ seed: { inlineLimitKilobytes: LIMIT } });
  const content = randomBytes(sizeBytes);
  const item = emulator.store.items.get(emulator.fileItemUUID ?? "");
  if (item === undefined) throw new Error("the emulator has no item with a file");
  const fileUUID = emulator.attachFile(item.id, { name: "dump.bin", sizeKnown, contentBase64: content.toString("base64") });
  const at = { vaultUUID: item.vaultId, itemUUID: item.id, fileUUID };
  const server = await serveEmulator(emulator);
  try {
    const { vault } = trial.clients(server.url, { token: emulator.token });
    const inline = await trial.attempt(() => vault.getFile({ ...at, inline_content: true }));
    const answered = isInline ? inline.ok : isApiError(inline.error, 413) && inline.error.attempts === 1;
    trial.that(answered, `inline content was to be ${isInline ? "given" : "refused with 413, once"}; ${describe(inline)}`);
    const outcome = await trial.attempt(() => fileBytes(vault, at, { signal: trial.signal }));
    const isWhole = outcome.ok && content.equals(outcome.value);
    trial.that(isWhole, `the file was to come whole; ${describe(outcome)}`);
    return isWhole && answered;
  } finally {
    await server.close();
  }
}
