import { checkValue, rejectInput, rejectName, isObject } from "../../call/request/check-input.ts";
import type { Operation, Part } from "../../contract.ts";
import type { BinaryInput } from "../../method-types.ts";
import type { Input, WriteBody } from "../../pipeline.ts";
import { checkBytes, mediaTypeOf } from "./write-bytes.ts";
import { textOf } from "./write-styled-form.ts";

/**
 * Writes a multipart body (RFC 7578): without streams one `Blob`, so that it has a length and can
 * be sent again. Reads no file into memory.
 */
export const writeMultipart: WriteBody = ({ id, body }, whole) => {
  if (!isObject(whole)) return rejectInput(id, "body", "must be an object", whole);
  const value: Input = { __proto__: null, ...whole };
  const rows = body?.parts ?? {};
  for (const name of Object.keys(value)) if (!Object.hasOwn(rows, name)) rejectName(id, `body.${name}`, Object.keys(rows), value[name]);
  const boundary = `keywright-${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  const pieces: (string | BinaryInput)[] = [];
  for (const [name, row] of Object.entries(rows)) {
    for (const { content, headers } of partsOf(id, name, row, value[name])) {
      pieces.push(`--${boundary}\r\ncontent-disposition: form-data; name="${escaped(name)}"${headers}\r\n\r\n`, content, "\r\n");
    }
  }
  pieces.push(`--${boundary}--\r\n`);
  return { body: joined(pieces), mediaType: `multipart/form-data; boundary=${boundary}` };
};

/** A part: its bytes, and the parameters after its name. */
interface Written {
  readonly content: string | BinaryInput;
  readonly headers: string;
}

function partsOf(id: Operation["id"], name: string, row: Part, value: unknown): Written[] {
  const at = `body.${name}`;
  if (value === undefined || value === null) return row.required ? rejectInput(id, at, "is needed", value) : [];
  if (row.as !== "bytes") checkValue(id, ["body", name], value, row);
  const isList = Array.isArray(value) && row.type === "array";
  if (isList && !(row.as === "json" && row.mediaType !== undefined)) return value.map((element, index) => partOf(id, name, `${at}[${index}]`, row, element));
  return [partOf(id, name, at, row, value)];
}

function partOf(id: Operation["id"], name: string, at: string, { as, mediaType }: Part, value: unknown): Written {
  if (as === "json") return { content: JSON.stringify(value), headers: `\r\ncontent-type: ${mediaType ?? "application/json"}` };
  if (as === "text" && value === null) rejectInput(id, at, "must have a value or be left out", value);
  if (as === "text") return { content: textOf(value), headers: mediaType === undefined ? "" : `\r\ncontent-type: ${mediaType}` };
  const {
    content: bytes,
    fileName,
    contentType,
  } = isObject(value) && "content" in value ? value : ({ content: value } as { readonly [name: string]: unknown });
  const content = checkBytes(id, at, bytes);
  const type = mediaTypeOf(id, at, content, mediaType, typeof contentType === "string" ? contentType : undefined);
  // A line break would begin another header.
  if (/[\r\n]/.test(type)) rejectInput(id, `${at}.contentType`, "must be a media type", type);
  const ownName = typeof File === "function" && content instanceof File ? content.name : name;
  return { content, headers: `; filename="${escaped(typeof fileName === "string" ? fileName : ownName)}"\r\ncontent-type: ${type}` };
}

/** A name in a header of a part, as browsers write it (WHATWG HTML §4.10.21.8). */
function escaped(name: string): string {
  return name.replaceAll("\n", "%0A").replaceAll("\r", "%0D").replaceAll('"', "%22");
}

function joined(pieces: readonly (string | BinaryInput)[]): BinaryInput {
  if (pieces.every(isSendable)) return new Blob(pieces as BlobPart[]);
  const streams = pieces.map((piece) => (isSendable(piece) ? new Blob([piece as BlobPart]).stream() : piece));
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          reader ??= streams.shift()?.getReader();
          if (reader === undefined) return controller.close();
          const { value } = await reader.read().catch((error: unknown) => {
            void Promise.allSettled(streams.map((stream) => stream.cancel(error)));
            throw error;
          });
          if (value !== undefined) return controller.enqueue(value);
          reader = undefined;
        }
      },
      async cancel(reason) {
        await Promise.all([reader?.cancel(reason), ...streams.map((stream) => stream.cancel(reason))]);
      },
    },
    { highWaterMark: 0 },
  );
}

function isSendable(piece: string | BinaryInput): piece is Exclude<typeof piece, ReadableStream> {
  return !(piece instanceof ReadableStream);
}
