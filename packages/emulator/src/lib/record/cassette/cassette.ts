import schema from "@keywright/emulator/cassette.schema.json" with { type: "json" };
import { checked } from "../../core/contract/check-value.ts";
import type { Json } from "../../core/values/json.ts";
import { parseExact, writeExact } from "./exact-json.ts";
import { open, readFile } from "node:fs/promises";

/** Version of the format. */
export const CASSETTE_VERSION = 1;

/** The first line of a cassette. */
export interface CassetteHeader {
  readonly cassette: typeof CASSETTE_VERSION;
  /** Base address of the recorded server. */
  readonly upstream: string;
  /** RFC 3339. */
  readonly recordedAt: string;
}

/** A body: JSON, text, or size, hash and reason of unrecorded bytes; absent if there is none. */
export type RecordedBody =
  | { readonly json: unknown }
  | { readonly text: string }
  | { readonly bytes: number; readonly sha256: string; readonly because: string };

/** Headers by their names in lower case. */
export type RecordedHeaders = { readonly [name: string]: string };

/** An exchange, on one line of a cassette, with secrets as placeholders. */
export interface RecordedExchange {
  /** `undefined` if no contract has the path and method. */
  readonly service?: string | undefined;
  readonly operationId?: string | undefined;
  readonly request: {
    readonly method: string;
    /** As sent, without the query. */
    readonly path: string;
    readonly query: string;
    readonly headers: RecordedHeaders;
    readonly body?: RecordedBody | undefined;
    readonly warnings: readonly string[];
  };
  readonly response: {
    readonly status: number;
    readonly headers: RecordedHeaders;
    readonly body?: RecordedBody | undefined;
    /** What breaks the contract, such as `has /notes, which the contract does not know`. */
    readonly warnings: readonly string[];
  };
  /** Time until the last byte of the response in milliseconds. */
  readonly durationMs: number;
}

/** A recorded server. */
export interface Cassette {
  readonly header: CassetteHeader;
  readonly exchanges: readonly RecordedExchange[];
  /** Whether the last line is incomplete, because the recording was killed. */
  readonly isCut: boolean;
}

/** Writes a line of a cassette. Numbers keep their digits. */
function writeLine(line: CassetteHeader | RecordedExchange): string {
  return `${writeExact(line)}\n`;
}

/**
 * Reads a cassette. An incomplete last line is left out.
 *
 * @throws SyntaxError with the line and the reason if a line does not match the schema.
 */
export function readCassette(text: string): Cassette {
  const lines = text.split("\n");
  // A complete line ends with a line break.
  const last = lines.pop() ?? "";
  const [header, ...exchanges] = lines.map((line, index) => readLine(line, index));
  if (header === undefined) throw new SyntaxError("line 1: expected the header of a cassette; the file has no complete line");
  return { header: header as CassetteHeader, exchanges: exchanges as readonly RecordedExchange[], isCut: last !== "" };
}

const { $defs } = schema as Json;
const HEADER: Json = { $ref: "#/$defs/header", $defs };
const EXCHANGE: Json = { $ref: "#/$defs/exchange", $defs };

function readLine(line: string, index: number): unknown {
  const parsed = parseExact(line);
  if ("issues" in parsed) throw new SyntaxError(`line ${index + 1}: is not valid JSON`);
  const read = checked(parsed.value, index === 0 ? HEADER : EXCHANGE);
  if ("problems" in read) throw new SyntaxError(`line ${index + 1}: ${read.problems.join("; ")}`);
  return read.value;
}

/** A cassette that is being written. */
interface CassetteWriter {
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
