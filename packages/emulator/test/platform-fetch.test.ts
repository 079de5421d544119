import { describe, expect, test } from "vitest";
import { ask, shelf } from "./shelf-service.ts";

const emulator = shelf();
const url = "https://shelf.example.com/shelves/top/books";

describe("what the platform's fetch takes", () => {
  test("a Request, a URL, and headers in each form mean the same", async () => {
    const headers = { Authorization: "Bearer writer", "Content-Type": "application/json" };
    const body = '{"title":"a"}';
    const answers = [
      await emulator.fetch(new Request(url, { method: "POST", headers, body })),
      await emulator.fetch(new URL(url), { method: "post", headers: Object.entries(headers) as [string, string][], body }),
      await emulator.fetch(url, { method: "POST", headers: new Headers(headers), body: Buffer.from(body) }),
      await emulator.fetch(new Request(url, { method: "POST", headers, body: "{" }), { body }),
      await emulator.fetch(url, { method: "POST", headers, body: new Blob([body]) }),
      await emulator.fetch(url, {
        method: "POST",
        headers,
        body: new ReadableStream({ start: (stream) => (stream.enqueue(Buffer.from(body)), stream.close()) }),
        duplex: "half",
      } as RequestInit),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  });

  test("the host of the address does not matter, and addresses are made with it", async () => {
    const emulated = shelf(
      {},
      { extraRoutes: [{ id: "where", method: "GET", path: "/where", handle: (_input, { request }) => ({ status: 200, body: request.origin }) }] },
    );
    expect((await emulated.fetch("http://localhost:8080/where?x=1#y").then((response) => response.json())) as unknown).toBe("http://localhost:8080");
  });

  test("an address that is none, and a GET with a body, are rejected as the platform does", async () => {
    await expect(emulator.fetch("/shelves")).rejects.toThrow(TypeError);
    await expect(emulator.fetch(url, { body: "x" })).rejects.toThrow(TypeError);
  });

  test("a signal that has fired ends the call with its reason", async () => {
    await expect(emulator.fetch(url, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
    await expect(emulator.fetch(new Request(url, { signal: AbortSignal.abort(new Error("enough")) }))).rejects.toThrow("enough");
  });

  test("dot segments in an address are resolved before the path is looked at", async () => {
    expect((await ask(emulator, "/shelves/../sign")).status).toBe(200);
  });
});
