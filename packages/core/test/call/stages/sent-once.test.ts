import { describe, expect, it } from "vitest";
import { writeBytes, writeLines, writeMultipart } from "../../../src/openapi.ts";
import type { Operation } from "../../../src/client.ts";
import { createClient } from "../../../src/client.ts";
import { fakeClock } from "../../fake-clock.ts";
import { baseUrl } from "../../support.ts";

const upload: Operation = {
  id: "upload",
  method: "PUT",
  path: "/content",
  retry: "safe",
  security: { scheme: "bearer", scopes: [] },
  body: { mediaType: "application/octet-stream", required: true, as: "bytes" },
  response: { status: 204, type: "none" },
  accept: "*/*",
};

/** Uploads a body to a service that answers with these statuses, in order. */
async function sent(body: unknown, statuses: readonly number[], token: () => string = () => "token-1") {
  const clock = fakeClock();
  const texts: string[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    texts.push(await new Request(url, init).text());
    return new Response(null, { status: statuses[texts.length - 1] ?? 204 });
  };
  const client = createClient<{ upload(input: object): Promise<void> }, object>(
    { operations: { upload }, bodies: { bytes: writeBytes } },
    { baseUrl, token, fetch, clock },
  );
  return { error: await clock.finish(client.upload({ body }).catch((thrown: unknown) => thrown)), texts };
}

describe("a request", () => {
  it("is sent again with bytes or a Blob", async () => {
    for (const body of [Uint8Array.of(97), new Blob(["a"])]) expect((await sent(body, [503, 204])).texts).toEqual(["a", "a"]);
  });

  it("is sent once with a stream, and its error says why", async () => {
    const { error, texts } = await sent(new Blob(["a"]).stream(), [503, 204]);
    expect([texts, error]).toMatchObject([["a"], { code: "api-error", status: 503, attempts: 1, stopReason: "body-sent" }]);
  });

  it("is not sent again with a stream and a new token", async () => {
    let tokens = 0;
    const { error, texts } = await sent(new Blob(["a"]).stream(), [401, 204], () => `token-${(tokens += 1)}`);
    expect([texts, error]).toMatchObject([["a"], { code: "api-error", status: 401 }]);
  });
});

/** Reads a written body to its end. */
const textOf = (body: unknown): Promise<string> => new Response(body as ReadableStream).text();

describe("a streamed body", () => {
  it("of lines closes its source if a value is rejected, and fails with that", async () => {
    const lines: Operation = { ...upload, body: { mediaType: "application/x-ndjson", required: true, as: "lines", items: { type: "integer" } } };
    let closed = 0;
    async function* values(): AsyncGenerator<unknown> {
      try {
        yield 1;
        yield "two";
      } finally {
        closed += 1;
        // oxlint-disable-next-line no-unsafe-finally
        throw new Error("the source fails as it closes");
      }
    }
    await expect(textOf(writeLines(lines, values()).body)).rejects.toMatchObject({ code: "invalid-argument", argument: "body[1]" });
    expect(closed).toBe(1);
  });

  it("of parts cancels the streams that are left if one fails, and fails with its error", async () => {
    const part = { as: "bytes", required: true } as const;
    const parts: Operation = { ...upload, body: { mediaType: "multipart/form-data", required: true, as: "multipart", parts: { a: part, b: part, c: part } } };
    const failure = new Error("the disk is gone");
    const reasons: unknown[] = [];
    const left = (): ReadableStream<Uint8Array> => new ReadableStream({ cancel: (reason) => void reasons.push(reason) });
    const failing = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(failure) });
    await expect(textOf(writeMultipart(parts, { a: failing, b: left(), c: left() }).body)).rejects.toBe(failure);
    expect(reasons).toEqual([failure, failure]);
  });
});
