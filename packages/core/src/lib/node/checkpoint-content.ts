import { createHash } from "node:crypto";
import { CheckpointError } from "../errors.ts";
import type { Checkpoint } from "../feed/checkpoint.ts";
import { isPosition } from "../feed/is-position.ts";

const FORMAT = "keywright-checkpoint/1";

/** A checkpoint as text: one line of JSON with all that shows whether it is whole and whose it is. */
export function writeCheckpoint(stream: string, { position, version }: Checkpoint): string {
  const body = { format: FORMAT, stream, version, position };
  return `${JSON.stringify({ ...body, sha256: digest(body) })}\n`;
}

/**
 * Reads a checkpoint.
 *
 * @param path Where it stands, for messages.
 * @throws CheckpointError `checkpoint-damaged` or `checkpoint-foreign`: never a position that may be wrong.
 */
export function readCheckpoint(text: string, stream: string, path: string): Checkpoint {
  const refuse = (what: string): never => {
    throw new CheckpointError(
      "checkpoint-damaged",
      `the checkpoint ${path} ${what}: restore it from a copy, or remove it and start at a time with since. It was left as it is`,
    );
  };
  if (text.trim() === "") refuse("is empty");
  const content = parse(text) ?? refuse("is not JSON, as if it were torn or another file");
  const { format, version, position, sha256 } = content;
  if (typeof format !== "string" || !format.startsWith("keywright-checkpoint/")) refuse("is no checkpoint of a feed");
  if (format !== FORMAT) refuse(`has the format ${JSON.stringify(format).slice(0, 40)}, this version reads and writes ${FORMAT}`);
  if (sha256 !== digest({ format: FORMAT, stream: content["stream"], version, position })) refuse("was altered: its checksum is not that of its content");
  if (content["stream"] !== stream) {
    throw new CheckpointError(
      "checkpoint-foreign",
      `the checkpoint ${path} belongs to ${JSON.stringify(content["stream"])}, not to ${JSON.stringify(stream)}: give each feed a file of its own. It was left as it is`,
    );
  }
  if (!isPosition(position) || !Number.isSafeInteger(version)) return refuse("has no position that a feed can go on from");
  return { position, version: version as number };
}

function parse(text: string): { readonly [name: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as { readonly [name: string]: unknown }) : undefined;
  } catch {
    return undefined;
  }
}

function digest(body: object): string {
  return createHash("sha256").update(JSON.stringify(body)).digest("hex");
}
