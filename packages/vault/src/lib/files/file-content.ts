import { CALL_RULES, checkOptions, expectClient, expectObject, InvalidResponseError, isApiError, isKeywrightError } from "@keywright/core/client";
import type { BinaryContent, CallOptions } from "@keywright/core";
import type { File, GetFileContentInput, VaultClient } from "../../generated/client.ts";
import { checkId } from "../check-id.ts";
import { expectOne } from "../expect-response.ts";

/** The methods that read files. `content_path` is never called: the ids identify the file. */
export type FileClient = Pick<VaultClient, "getFile" | "getFileContent">;

/**
 * Returns all bytes of a file: the inline content, or that of `getFileContent` if there is none.
 * Retries the read if the bytes end early.
 *
 * @returns As many bytes as the file's `size`.
 * @throws InvalidResponseError `truncated-response` for too few bytes, `malformed-response` for too
 * many or for inline content that is not Base64.
 * @throws ArgumentError before any request, if an argument is invalid.
 * @throws ApiError 400, 401, 403, 404.
 * @example
 * ```ts
 * const bytes = await fileBytes(vault, { vaultUUID, itemUUID, fileUUID });
 * ```
 */
export async function fileBytes(client: FileClient, file: GetFileContentInput, call?: CallOptions): Promise<Uint8Array> {
  const at = checkedPlace("fileBytes", client, file, call);
  const inline = await readInline(client, at, call);
  // Servers also send null for a missing value.
  if (typeof inline?.content === "string") return checkSize(decodeBase64(inline.content), inline);
  const opened = await openFile(client, at, call);
  return checkSize(await opened.content.bytes(), opened.file);
}

/** Returns a file with its content, or `undefined` if it is too large or not sent inline. */
async function readInline(client: FileClient, at: GetFileContentInput, call: CallOptions | undefined): Promise<File | undefined> {
  try {
    return expectOne("getFile", await client.getFile({ ...at, inline_content: true }, call), "file");
  } catch (error) {
    if (isApiError(error, 413) || isKeywrightError(error, "response-too-large")) return undefined;
    throw error;
  }
}

/**
 * Returns the bytes of a file as they arrive. Cancel a stream that you do not read to its end. If
 * the bytes end early, there is no retry, because you have already received the first ones.
 *
 * @returns A stream that fails with `truncated-response` if it is shorter than the file's `size`.
 * @throws ArgumentError before any request, if an argument is invalid.
 * @throws ApiError 400, 401, 403, 404.
 * @example
 * ```ts
 * const stream = await fileStream(vault, { vaultUUID, itemUUID, fileUUID });
 * for await (const chunk of stream) console.log(chunk.length);
 * ```
 */
export async function fileStream(client: FileClient, file: GetFileContentInput, call?: CallOptions): Promise<ReadableStream<Uint8Array>> {
  const opened = await openFile(client, checkedPlace("fileStream", client, file, call), call);
  return sizeChecked(opened.content.stream(), opened.file);
}

/** Passes a file's bytes to a function as they arrive, again from the first if they end early. */
export async function consumeFile<Result>(
  by: string,
  client: FileClient,
  file: GetFileContentInput,
  call: CallOptions | undefined,
  read: (bytes: ReadableStream<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  const opened = await openFile(client, checkedPlace(by, client, file, call), call);
  return opened.content.consume((bytes) => read(sizeChecked(bytes, opened.file)));
}

/** Returns only the ids of an argument, which can be a whole file. */
function checkedPlace(by: string, client: FileClient, file: GetFileContentInput, call: CallOptions = {}): GetFileContentInput {
  expectClient(by, client, "getFile", "getFileContent");
  expectObject(by, "file", file, "must be an object such as { vaultUUID, itemUUID, fileUUID }");
  checkOptions(by, call, CALL_RULES);
  const { vaultUUID, itemUUID, fileUUID } = file;
  for (const [name, id] of Object.entries({ vaultUUID, itemUUID, fileUUID })) checkId(by, name as keyof GetFileContentInput, id);
  return { vaultUUID, itemUUID, fileUUID };
}

/** Reads the size first, so that no content is requested for a missing file. */
async function openFile(client: FileClient, at: GetFileContentInput, call: CallOptions | undefined): Promise<{ file: File; content: BinaryContent }> {
  const file = expectOne("getFile", await client.getFile(at, call), "file");
  return { file, content: expectOne("getFileContent", await client.getFileContent(at, call), "content") };
}

function checkSize(bytes: Uint8Array, file: File): Uint8Array {
  rejectOtherSize(bytes.length, file);
  return bytes;
}

function sizeChecked(stream: ReadableStream<Uint8Array>, file: File): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let received = 0;
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { value } = await reader.read();
      if (value === undefined) {
        rejectOtherSize(received, file);
        controller.close();
        return;
      }
      received += value.length;
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  };
  // Reads nothing in advance: the deadline of a chunk starts when the caller waits for it.
  return new ReadableStream(source, { highWaterMark: 0 });
}

function rejectOtherSize(received: number, { id, size }: File): void {
  if (size === undefined || received === size) return;
  const code = received < size ? "truncated-response" : "malformed-response";
  throw new InvalidResponseError(code, `getFileContent: received ${received} bytes of file ${id}, which has ${size} bytes`, {
    operationId: "getFileContent",
    status: 200,
  });
}

// RFC 4648 §4.
function decodeBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    throw new InvalidResponseError("malformed-response", "getFile: the inline content is not Base64", { operationId: "getFile", status: 200 });
  }
}
