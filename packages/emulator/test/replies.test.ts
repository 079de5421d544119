import { describe, expect, test } from "vitest";
import { EmulatorDefect } from "../src/index.ts";
import type { Handlers } from "../src/lib/core/service/service.ts";
import { serializedOnce } from "../src/lib/core/values/written.ts";
import { ask, shelf, shelfHandlers, type ShelfOperations } from "./shelf-service.ts";

const broken = (handlers: object, onDefect: (defect: EmulatorDefect) => void) =>
  shelf({ onDefect }, { handlers: { ...shelfHandlers, ...handlers } as Handlers<ShelfOperations, never> as never });

describe("a reply that breaks the contract", () => {
  test.each([
    ["a status that is not documented", { getSign: () => ({ status: 418, body: "open" }) }, "reply 418: the status 418 is not documented: expected 200"],
    ["a body that does not fit", { getSign: () => ({ status: 200, body: "closed" }) }, "reply 200: the body does not have the form that the contract asks for"],
    ["no body where one is documented", { getSign: () => ({ status: 200 }) }, "reply 200: the body is required"],
    [
      "a handler that throws",
      {
        getSign: () => {
          throw new RangeError("oops");
        },
      },
      "RangeError: oops",
    ],
  ])("%s is a 500 that says what broke, and is reported", async (_name, handlers, problem) => {
    const defects: EmulatorDefect[] = [];
    const answer = await ask(
      broken(handlers, (defect) => defects.push(defect)),
      "/sign",
    );
    expect(answer).toMatchObject({ status: 500, body: { problem } });
    expect(defects.map(({ operationId, issues }) => [operationId, issues])).toEqual([["getSign", [problem]]]);
  });

  test("is rejected each time, also where its parts were written before and fitted another reply", async () => {
    const book = serializedOnce({ title: "a", pages: 1.5 });
    const issues: (readonly string[])[] = [];
    const emulator = broken({ listBooks: () => ({ status: 200, body: book }), createBook: () => ({ status: 200, body: book }) }, (defect) =>
      issues.push(defect.issues),
    );
    const create = () => ask(emulator, "/shelves/top/books", { method: "POST", body: '{"title":"a"}' });
    expect(await ask(emulator, "/shelves/top/books")).toMatchObject({ status: 200, body: { title: "a", pages: 1.5 } });
    expect([(await create()).status, (await create()).status]).toEqual([500, 500]);
    expect(issues).toEqual([["reply 200: pages must be integer"], ["reply 200: pages must be integer"]]);
    expect((await ask(emulator, "/shelves/top/books")).status).toBe(200);
  });

  test("what the report throws, the caller gets: in tests a defect is not to be missed", async () => {
    const emulator = broken({ getSign: () => ({ status: 200, body: "closed" }) }, (defect) => {
      throw defect;
    });
    await expect(emulator.fetch("https://shelf.example.com/sign")).rejects.toThrow(EmulatorDefect);
  });
});

describe("the response", () => {
  const emulator = shelf();

  test("JSON, text and bytes go out with their type and their length in bytes", async () => {
    const cover = await emulator.fetch("https://shelf.example.com/cover");
    expect([cover.headers.get("content-type"), cover.headers.get("content-length"), [...new Uint8Array(await cover.arrayBuffer())]]).toEqual([
      "application/octet-stream",
      "4",
      [137, 80, 255, 0],
    ]);
    const sign = await emulator.fetch("https://shelf.example.com/sign");
    expect([sign.headers.get("content-type"), await sign.text()]).toEqual(["text/plain", "open"]);
    const form = await ask(emulator, "/form", { method: "POST", body: new URLSearchParams({ kind: "é" }), headers: {} });
    expect(form.headers.get("content-length")).toBe(String(Buffer.byteLength('{"form":{"kind":"é"}}')));
  });

  test("every exchange of a known route is recorded with who asked, rejected ones too", async () => {
    await ask(emulator, "/shelves/top/books", { headers: { authorization: "Bearer reader", "user-agent": "test/1" } });
    await ask(emulator, "/shelves/top/books", { headers: {} });
    await ask(emulator, "/shelves/top/books", { method: "POST", headers: { authorization: "Bearer reader" } });
    await ask(emulator, "/nowhere");
    const seen = emulator.recorded
      .slice(-3)
      .map(({ operation, actor, reply, request }) => [operation.id, actor?.id, reply.status, request.userAgent, request.pathParameters]);
    expect(seen).toEqual([
      ["listBooks", "reader", 200, "test/1", { shelfId: "top" }],
      ["listBooks", undefined, 401, undefined, { shelfId: "top" }],
      ["createBook", "reader", 403, undefined, { shelfId: "top" }],
    ]);
  });

  test("a log of requests gets a line for each, without the query", async () => {
    const lines: unknown[] = [];
    const logged = shelf({ onExchange: ({ method, path, operationId, status }) => lines.push([method, path, operationId, status]) });
    await ask(logged, "/shelves/top/books?tags=secret");
    await ask(logged, "/nowhere");
    expect(lines).toEqual([
      ["GET", "/shelves/top/books", "listBooks", 200],
      ["GET", "/nowhere", undefined, 404],
    ]);
  });
});

describe("routes beyond the contract", () => {
  const emulator = shelf(
    {},
    {
      extraRoutes: [
        {
          id: "openDoor",
          method: "POST",
          path: "/doors/{doorId}",
          scopes: ["write"],
          handle: ({ path, query, body }, { actor }) => ({ status: 202, body: { door: path["doorId"], by: actor.id, how: query.get("how"), body } }),
        },
        { id: "showDoor", method: "GET", path: "/doors/{doorId}", handle: () => ({ status: 302, headers: { location: "https://app.example.com/" } }) },
      ],
    },
  );

  test("pass authentication and scopes, and are not checked by the contract", async () => {
    expect(await ask(emulator, "/doors/front?how=wide", { method: "POST", body: "now" })).toMatchObject({
      status: 202,
      body: { door: "front", by: "writer", how: "wide", body: "now" },
    });
    expect((await ask(emulator, "/doors/front", { method: "POST", headers: {} })).status).toBe(401);
    expect((await ask(emulator, "/doors/front", { method: "POST", headers: { authorization: "Bearer reader" } })).status).toBe(403);
  });

  test("are open where they name no scopes, and faults strike them by name", async () => {
    const shown = await emulator.fetch("https://shelf.example.com/doors/front");
    expect([shown.status, shown.headers.get("location")]).toEqual([302, "https://app.example.com/"]);
    emulator.inject({ operationId: "showDoor", response: { status: 503 } });
    expect((await emulator.fetch("https://shelf.example.com/doors/front")).status).toBe(503);
  });
});

test("handlers are total over the contract: a missing, an invented and a wrong one do not compile", () => {
  const { getSign: _getSign, ...rest } = shelfHandlers;
  // @ts-expect-error getSign is missing
  const missing: Handlers<ShelfOperations, never> = rest as Omit<Handlers<ShelfOperations, never>, "getSign">;
  // @ts-expect-error there is no getLamp
  const invented: Handlers<Pick<ShelfOperations, "getSign">, never> = { getSign: () => ({ status: 200, body: "open" }), getLamp: () => ({ status: 200 }) };
  // @ts-expect-error 418 is not documented
  const undocumented: Handlers<Pick<ShelfOperations, "getSign">, never> = { getSign: () => ({ status: 418, body: "open" }) };
  // @ts-expect-error a book has a title
  const incomplete: Handlers<Pick<ShelfOperations, "createBook">, never> = { createBook: () => ({ status: 200, body: { pages: 3 } }) };
  expect([missing, invented, undocumented, incomplete]).toHaveLength(4);
});
