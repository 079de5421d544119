import { open, readFile } from "node:fs/promises";
import { type Cassette, type CassetteHeader, readCassette, type RecordedExchange, writeLine } from "./cassette.ts";

/** A cassette that is being written. */
export interface CassetteWriter {
  /** Resolves when the exchange is in the file, so that a kill loses none before it. */
  append(exchange: RecordedExchange): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates a cassette that only its owner can read.
 *
 * @throws The platform's error, such as `EEXIST`: a cassette is never overwritten.
 */
export async function createCassette(path: string, header: CassetteHeader): Promise<CassetteWriter> {
  const file = await open(path, "wx", 0o600);
  let written = file.appendFile(writeLine(header));
  await written;
  return {
    append: (exchange) => (written = written.then(() => file.appendFile(writeLine(exchange)))),
    async close() {
      await written;
      await file.close();
    },
  };
}

/** Reads a cassette. @throws The platform's error, or SyntaxError with the line at fault. */
export async function openCassette(path: string): Promise<Cassette> {
  return readCassette(await readFile(path, "utf8"));
}
