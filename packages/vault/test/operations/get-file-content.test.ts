import document from "@keywright/vault/openapi.json" with { type: "json" };
import { documentedResponses, expectDocumented, expectRejected, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { operations } from "../../src/generated/operations.ts";
import type { BinaryContent, GetFileContentInput } from "../../src/index.ts";
import { badIdsAs, expectIdRejected } from "./bad-ids.ts";
import { baseUrl, clientOn } from "../support.ts";

const input: GetFileContentInput = { vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu", itemUUID: "u32zhgb7j43k2omdbw7g2jcgsk", fileUUID: "orpr6rjgurmv3bna34n5hdvlgb" };
const everyByte = Uint8Array.from({ length: 256 }, (_, value) => value);

function contentOf(body: BodyInit | null, headers: { readonly [name: string]: string } = {}): Promise<BinaryContent> {
  return clientOn(recordingFetch(new Response(body, { headers: { "content-type": "application/octet-stream", ...headers } }))).getFileContent(input);
}

async function chunksOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

describe("getFileContent", () => {
  it("requests the content's path, for plain bytes or the JSON of an error, with the token", async () => {
    const fetch = recordingFetch(new Response("content"));
    await clientOn(fetch).getFileContent(input);
    expect(fetch.requests).toEqual([
      {
        method: "GET",
        url: `${baseUrl}/v1/vaults/iihcwjkpp63v2nsmo436sdbeuu/items/u32zhgb7j43k2omdbw7g2jcgsk/files/orpr6rjgurmv3bna34n5hdvlgb/content`,
        headers: { accept: "application/octet-stream, application/json", "accept-encoding": "identity", authorization: "Bearer token-1" },
        body: undefined,
      },
    ]);
  });

  it("returns every byte as it was stored, also those that are not text", async () => {
    const content = await contentOf(everyByte);
    expect(await content.bytes()).toEqual(everyByte);
  });

  it.each([
    ["a byte order mark", [0xef, 0xbb, 0xbf, 0x41]],
    ["a sequence that is not UTF-8", [0xc3, 0x28, 0xff, 0xfe]],
    ["line breaks of two kinds", [0x0d, 0x0a, 0x0a]],
  ])("leaves %s as it is", async (_what, bytes) => {
    expect([...(await (await contentOf(Uint8Array.from(bytes))).bytes())]).toEqual(bytes);
  });

  it("does not read JSON as anything but bytes", async () => {
    const content = await contentOf('{"a":1}', { "content-type": "application/json" });
    expect(new TextDecoder().decode(await content.bytes())).toBe('{"a":1}');
  });

  it("returns the media type and the announced size", async () => {
    const { mediaType, sizeBytes } = await contentOf(everyByte, { "content-length": "256" });
    expect({ mediaType, sizeBytes }).toEqual({ mediaType: "application/octet-stream", sizeBytes: 256 });
  });

  it("returns neither if the server does not send them", async () => {
    const { mediaType, sizeBytes } = await clientOn(recordingFetch(new Response(everyByte))).getFileContent(input);
    expect({ mediaType, sizeBytes }).toEqual({ mediaType: undefined, sizeBytes: undefined });
  });

  it("returns no size if the announced one is that of the compressed bytes", async () => {
    expect((await contentOf(everyByte, { "content-length": "90", "content-encoding": "gzip" })).sizeBytes).toBeUndefined();
  });

  it("returns the bytes as a stream, as they arrive", async () => {
    const parts = [everyByte.slice(0, 128), everyByte.slice(128)];
    const content = await contentOf(
      new ReadableStream<Uint8Array>({
        pull(controller) {
          const part = parts.shift();
          if (part === undefined) controller.close();
          else controller.enqueue(part);
        },
      }),
    );
    expect(await chunksOf(content.stream())).toEqual([everyByte.slice(0, 128), everyByte.slice(128)]);
  });

  it("reads nothing before the stream is read, and stops if the stream is canceled", async () => {
    const seen: string[] = [];
    const source: UnderlyingDefaultSource<Uint8Array> = {
      pull(controller) {
        seen.push("read");
        controller.enqueue(everyByte);
        if (seen.length === 8) controller.close();
      },
      cancel: () => void seen.push("cancelled"),
    };
    const content = await contentOf(new ReadableStream(source, { highWaterMark: 0 }));
    expect(seen).toEqual([]);
    const reader = content.stream().getReader();
    await reader.read();
    await reader.cancel();
    expect(seen.at(-1)).toBe("cancelled");
    expect(seen.length).toBeLessThan(8);
  });

  it.each([0, 10, 255])("throws instead of returning a part if %d of 256 announced bytes arrive", async (length) => {
    const short = () => contentOf(new Uint8Array(length), { "content-length": "256" });
    await expect((await short()).bytes()).rejects.toMatchObject({ name: "InvalidResponseError", code: "truncated-response" });
    await expect(chunksOf((await short()).stream())).rejects.toMatchObject({ name: "InvalidResponseError", code: "truncated-response" });
  });

  it("throws its own error if the connection breaks in the middle", async () => {
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(everyByte),
      pull: (controller) => controller.error(new TypeError("terminated")),
    });
    await expect((await contentOf(broken)).bytes()).rejects.toMatchObject({
      name: "InvalidResponseError",
      code: "truncated-response",
      operationId: "getFileContent",
    });
  });

  it("does not accept the page of another server as a file", async () => {
    const page = contentOf("<html><body>Sign in to the network</body></html>", { "content-type": "text/html" });
    await expect(page).rejects.toMatchObject({ name: "InvalidResponseError", code: "unexpected-content", status: 200 });
  });

  it("returns an empty file as no bytes, with the size 0", async () => {
    const content = await contentOf(null, { "content-length": "0" });
    expect(content.sizeBytes).toBe(0);
    expect(await content.bytes()).toEqual(new Uint8Array(0));
    expect(await chunksOf((await contentOf(null)).stream())).toEqual([]);
  });

  it("returns the status and the file's name in the headers with raw", async () => {
    const headers = { "content-disposition": 'attachment; filename="recovery-codes.txt"' };
    const raw = await clientOn(recordingFetch(new Response(everyByte, { headers }))).raw.getFileContent(input);
    expect(raw.status).toBe(200);
    expect(raw.headers.get("content-disposition")).toBe('attachment; filename="recovery-codes.txt"');
    expect(await raw.body.bytes()).toEqual(everyByte);
  });

  it.each(badIdsAs("vaultUUID", "itemUUID", "fileUUID"))("rejects $wrong as $parameter and sends nothing", async (bad) => {
    await expectIdRejected(bad, (fetch) => clientOn(fetch).getFileContent({ ...input, [bad.parameter]: bad.id }));
  });

  it.each(["inline_content", "content_path", "fileUuid", "body"])("rejects the unknown parameter %s and lists the known ones", async (name) => {
    const error = await expectRejected((fetch) => clientOn(fetch).getFileContent({ ...input, [name]: "x" }));
    expect(error.argument).toBe(name);
    expect(error.message).toContain(`getFileContent: ${name} is not known here: use vaultUUID, itemUUID, fileUUID; got `);
  });

  const refusals = documentedResponses(document, operations.getFileContent).filter(({ status }) => status !== 200);
  it.each(refusals)("handles status $status ($example) as documented", async (answer) => {
    await expectDocumented(answer, (fetch) => clientOn(fetch).getFileContent(input));
  });
});
