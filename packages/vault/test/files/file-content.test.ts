import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { fileBytes, fileStream } from "../../src/files.ts";
import { type ClientOptions, createVaultClient } from "../../src/index.ts";
import { baseUrl, caught, clientOn } from "../support.ts";

const at = { vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu", itemUUID: "u32zhgb7j43k2omdbw7g2jcgsk", fileUUID: "orpr6rjgurmv3bna34n5hdvlgb" };
const path = `${baseUrl}/v1/vaults/${at.vaultUUID}/items/${at.itemUUID}/files/${at.fileUUID}`;
const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
const content = btoa(String.fromCharCode(...bytes));
const file = { id: at.fileUUID, name: "all-bytes.bin", size: 256, content_path: "https://foreign.example.com/steal" };
const tooLarge = () => jsonResponse(413, { status: 413, message: "too large" });
const bytesResponse = (body: Uint8Array = bytes): Response =>
  new Response(new Uint8Array(body), { headers: { "content-type": "application/octet-stream", "content-length": String(body.length) } });

async function read(stream: ReadableStream<Uint8Array>): Promise<number[]> {
  const all: number[] = [];
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) all.push(...next.value);
  return all;
}

describe("fileBytes", () => {
  it("returns a file that is sent inline, in one request", async () => {
    const fetch = recordingFetch(jsonResponse(200, { ...file, content }));
    expect(await fileBytes(clientOn(fetch), at)).toEqual(bytes);
    expect(fetch.requests.map(({ url }) => url)).toEqual([`${path}?inline_content=true`]);
  });

  it("rejects a name in place of an id, names itself in the error, and sends nothing", async () => {
    const fetch = recordingFetch();
    const error = await caught(fileBytes(clientOn(fetch), { ...at, fileUUID: "runbook.txt" }));
    expect(error.message).toBe(
      "fileBytes: fileUUID must match ^[\\da-z]{26}$; got a string of 11 characters: if this is the name of a file, get its id with findFile",
    );
    expect(fetch.requests).toEqual([]);
  });

  it("falls back to the content if the server does not send it inline, and follows no content_path", async () => {
    const fetch = recordingFetch(tooLarge(), jsonResponse(200, file), bytesResponse());
    expect(await fileBytes(clientOn(fetch), at)).toEqual(bytes);
    expect(fetch.requests.map(({ url }) => url)).toEqual([`${path}?inline_content=true`, path, `${path}/content`]);
  });

  it("falls back to the content if the server leaves it out", async () => {
    const fetch = recordingFetch(jsonResponse(200, file), jsonResponse(200, file), bytesResponse());
    expect(await fileBytes(clientOn(fetch), at)).toEqual(bytes);
  });

  it("reads the content if the inline one is null", async () => {
    const fetch = recordingFetch(jsonResponse(200, { ...file, content: null }), jsonResponse(200, file), bytesResponse());
    expect(await fileBytes(clientOn(fetch), at)).toEqual(bytes);
  });

  it.each([
    ["no file", { getFile: () => Promise.resolve(undefined), getFileContent: (): unknown => undefined }, "getFile: the response has no file"],
    ["no content", { getFile: () => file, getFileContent: (): unknown => Promise.resolve(null) }, "getFileContent: the response has no content"],
  ])("reports a client that returns %s", async (_what, client, message) => {
    expect(await caught(fileBytes(client as never, at))).toMatchObject({ name: "InvalidResponseError", message });
  });

  it("returns an empty file, and one whose size the server does not know", async () => {
    expect(await fileBytes(clientOn(recordingFetch(jsonResponse(200, { ...file, size: 0, content: "" }))), at)).toEqual(new Uint8Array());
    const { size: _size, ...unsized } = file;
    expect(await fileBytes(clientOn(recordingFetch(jsonResponse(200, { ...unsized, content }))), at)).toEqual(bytes);
    expect(await fileBytes(clientOn(recordingFetch(tooLarge(), jsonResponse(200, unsized), bytesResponse())), at)).toEqual(bytes);
  });

  it.each([
    [257, "truncated-response"],
    [255, "malformed-response"],
  ])("rejects 256 bytes if the server says that there are %d", async (size, code) => {
    const message = `getFileContent: received 256 bytes of file ${at.fileUUID}, which has ${size} bytes`;
    const inline = recordingFetch(jsonResponse(200, { ...file, size, content }));
    expect(await caught(fileBytes(clientOn(inline), at))).toMatchObject({ name: "InvalidResponseError", code, message });
    const fallback = recordingFetch(tooLarge(), jsonResponse(200, { ...file, size }), bytesResponse());
    expect(await caught(fileBytes(clientOn(fallback), at))).toMatchObject({ code, message });
  });

  it("rejects inline content that is not Base64, without repeating it", async () => {
    const fetch = recordingFetch(jsonResponse(200, { ...file, content: "sentinel!" }));
    const error = await caught(fileBytes(clientOn(fetch), at));
    expect(error).toMatchObject({ code: "malformed-response", message: "getFile: the inline content is not Base64" });
  });

  it.each([401, 403, 404])("throws a %d as it is, and sends no more requests", async (status) => {
    const fetch = recordingFetch(jsonResponse(status, { status, message: "no" }));
    expect(await caught(fileBytes(clientOn(fetch), at))).toMatchObject({ name: "ApiError", status });
    expect(fetch.requests).toHaveLength(1);
  });
});

describe("a file that is cut off", () => {
  const cut = (): Response => {
    const response = bytesResponse(bytes.slice(0, 100));
    response.headers.set("content-length", "256");
    return response;
  };
  const retrying = (fetch: NonNullable<ClientOptions["fetch"]>) => createVaultClient({ baseUrl, token: "token-1", fetch, retry: { maxDelayMs: 0 } });

  it("is read again from the first byte by fileBytes", async () => {
    const fetch = recordingFetch(tooLarge(), jsonResponse(200, file), cut(), cut(), bytesResponse());
    expect(await fileBytes(retrying(fetch), at)).toEqual(bytes);
    expect(fetch.requests.slice(2).map(({ url }) => url)).toEqual(Array.from({ length: 3 }, () => `${path}/content`));
  });

  it("is not by fileStream, which has passed on a part of it", async () => {
    const fetch = recordingFetch(jsonResponse(200, file), cut(), bytesResponse());
    expect(await caught(read(await fileStream(retrying(fetch), at)))).toMatchObject({ code: "truncated-response" });
    expect(fetch.requests).toHaveLength(2);
  });
});

describe("fileStream", () => {
  it("requests the size, then the content, and returns the bytes as they arrive", async () => {
    const fetch = recordingFetch(jsonResponse(200, file), bytesResponse());
    expect(await read(await fileStream(clientOn(fetch), at))).toEqual([...bytes]);
    expect(fetch.requests.map(({ url }) => url)).toEqual([path, `${path}/content`]);
  });

  it("fails at its end if there are fewer bytes than the server says", async () => {
    const stream = await fileStream(clientOn(recordingFetch(jsonResponse(200, { ...file, size: 300 }), bytesResponse())), at);
    expect(await caught(read(stream))).toMatchObject({ code: "truncated-response" });
  });

  it("requests no content of a missing file", async () => {
    const fetch = recordingFetch(jsonResponse(404, { status: 404, message: "file not found" }));
    expect(await caught(fileStream(clientOn(fetch), at))).toMatchObject({ name: "ApiError", status: 404 });
    expect(fetch.requests).toHaveLength(1);
  });

  it("reads nothing before the caller waits for it, so that a slow caller does not meet the time limit of a part", async () => {
    let pulled = 0;
    const parts = new ReadableStream(
      {
        pull(controller) {
          pulled += 1;
          controller.enqueue(bytes);
        },
      },
      { highWaterMark: 0 },
    );
    const { size: _size, ...unsized } = file;
    const response = new Response(parts, { headers: { "content-type": "application/octet-stream" } });
    const reader = (await fileStream(clientOn(recordingFetch(jsonResponse(200, unsized), response)), at)).getReader();
    const counts = [pulled];
    for (let count = 0; count < 3; count += 1) {
      await reader.read();
      // What is read in advance is requested before a macrotask.
      await new Promise(setImmediate);
      counts.push(pulled);
    }
    expect(counts).toEqual([0, 1, 2, 3]);
  });

  it("frees its connection if it is canceled", async () => {
    let cancelled: unknown;
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(bytes),
      cancel: (reason) => {
        cancelled = reason;
      },
    });
    const { size: _size, ...unsized } = file;
    const answer = new Response(endless, { headers: { "content-type": "application/octet-stream" } });
    const stream = await fileStream(clientOn(recordingFetch(jsonResponse(200, unsized), answer)), at);
    const reader = stream.getReader();
    await reader.read();
    await reader.cancel("enough");
    expect(cancelled).toBe("enough");
  });
});
