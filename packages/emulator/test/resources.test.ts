import { describe, expect, test } from "vitest";
import { createRandom } from "../src/lib/core/values/random.ts";
import { compileSchemas } from "../src/lib/core/schemas/compile-schemas.ts";
import { createResourceEmulator } from "../src/lib/resources/create-resource-emulator.ts";
import { describedService } from "../src/lib/resources/described.ts";
import { applyJsonPatch, mergePatch } from "../src/lib/resources/json-patch.ts";
import { type Paging, pageOf } from "../src/lib/resources/pages.ts";
import { Rejected } from "../src/lib/resources/rejected.ts";
import { newId } from "../src/lib/resources/values.ts";

const five = [1, 2, 3, 4, 5].map((n) => ({ n }));
const request = { method: "GET", origin: "https://a.example.com", path: "/a", query: "tag=x", pathParameters: {}, userAgent: undefined, ip: "127.0.0.1" };

/** Walks a list by what each page gives, and returns its pages. */
function walk(
  paging: Paging,
  template: unknown,
  nextOf: (page: ReturnType<typeof pageOf>, asked: { readonly [name: string]: unknown }) => object | undefined,
): unknown[] {
  const pages: unknown[] = [];
  for (let asked: { readonly [name: string]: unknown } | undefined = { limit: 2 }; asked !== undefined && pages.length < 9;) {
    const page = pageOf(five, paging, asked, template, request);
    pages.push(page.body);
    asked = nextOf(page, asked) as typeof asked;
  }
  return pages;
}

const bodyOf = ({ body }: { readonly body: unknown }) => body as { readonly [name: string]: unknown };
const cursorIn = (url: unknown) => new URL(String(url)).searchParams;

describe("a page", () => {
  test("with cursors has a token, but the last one", () => {
    const paging: Paging = { position: "after", body: { items: "items", "/meta/next": "cursor", more: "more" }, limit: "limit", usual: 20 };
    const pages = walk(paging, { items: [], more: false, meta: {} }, (page) => {
      const { next } = bodyOf(page)["meta"] as { readonly next?: string };
      return next === undefined ? undefined : { after: next, limit: 2 };
    });
    expect(pages).toMatchObject([
      { items: [{ n: 1 }, { n: 2 }], more: true },
      { items: [{ n: 3 }, { n: 4 }], more: true },
      { items: [{ n: 5 }], more: false, meta: {} },
    ]);
  });

  test("with links has the URL of the next one, with the other parameters; the last one has what the template has", () => {
    const paging: Paging = { position: "cursor", body: { items: "items", next: "url" }, limit: "limit", usual: 20 };
    const pages = walk(paging, { items: [], next: null }, (page) => {
      const { next } = bodyOf(page);
      if (next === null) return undefined;
      expect(cursorIn(next).get("tag")).toBe("x");
      return { cursor: cursorIn(next).get("cursor") };
    });
    expect(pages).toMatchObject([{ items: [{ n: 1 }, { n: 2 }] }, { items: [{ n: 3 }, { n: 4 }] }, { items: [{ n: 5 }], next: null }]);
  });

  test("of a list that always has a position has one also behind the end", () => {
    const live: Paging = { position: "cursor", always: true, body: { items: "items", next: "url" }, limit: "limit", usual: 20 };
    const last = pageOf(five, { ...live, known: { p9: 5 } }, { cursor: "p9" }, { items: [] }, request);
    expect(bodyOf(last)).toMatchObject({ items: [], next: expect.stringContaining("cursor=") });
    const body: Paging = { position: "cursor", always: true, body: { items: "items", cursor: "cursor", has_more: "more" }, limit: "limit", usual: 20 };
    const pages = walk(body, { items: [], has_more: false }, (page) => (bodyOf(page)["has_more"] === true ? { cursor: bodyOf(page)["cursor"] } : undefined));
    expect(pages).toMatchObject([{ has_more: true }, { has_more: true }, { items: [{ n: 5 }], has_more: false, cursor: expect.any(String) }]);
  });

  test("that is an array has a link in its header, but the last one", () => {
    const paging: Paging = { position: "page_token", body: { "": "items" }, headers: { link: "link" }, limit: "limit", usual: 20 };
    const pages = walk(paging, [], ({ headers }) => {
      const [, url] = /^<(.*)>; rel="next"$/.exec(headers["link"] ?? "") ?? [];
      return url === undefined ? undefined : { page_token: cursorIn(url).get("page_token") };
    });
    expect(pages).toEqual([[{ n: 1 }, { n: 2 }], [{ n: 3 }, { n: 4 }], [{ n: 5 }]]);
  });

  test.each<readonly [string, Partial<Paging>, object, object]>([
    [
      "the items before it",
      { position: "offset", counts: "items", body: { items: "items", total: "total" } },
      { offset: 2 },
      { items: [{ n: 3 }, { n: 4 }], total: 5 },
    ],
    [
      "its number",
      { position: "page", counts: "pages", first: 1, body: { items: "items", pages: "pages", size: "size" } },
      { page: 3 },
      { items: [{ n: 5 }], pages: 3, size: 2 },
    ],
    ["its number from 0", { position: "page", counts: "pages", body: { items: "items" } }, { page: 1 }, { items: [{ n: 3 }, { n: 4 }] }],
    [
      "the index of its first item",
      { position: "startIndex", counts: "items", first: 1, body: { items: "items", total: "total", startIndex: "startIndex", itemsPerPage: "itemsPerPage" } },
      { startIndex: 5 },
      { items: [{ n: 5 }], total: 5, startIndex: 5, itemsPerPage: 1 },
    ],
  ])("is found by %s", (_what, facts, asked, body) => {
    const paging = { limit: "limit", usual: 20, ...facts } as Paging;
    expect(pageOf(five, paging, { limit: 2, ...asked }, { items: [] }, request).body).toEqual(body);
  });

  test("behind a position that no one gave out is rejected", () => {
    expect(() => pageOf(five, { body: { items: "items" }, position: "after", usual: 2 }, { after: "x" }, {}, request)).toThrow(Rejected);
  });
});

describe("a patch", () => {
  test("that is merged takes away what is null (RFC 7396), but what is required", () => {
    expect(mergePatch({ a: { b: 1, c: 2 }, d: [1], e: 1 }, { a: { b: null }, d: [2], f: { g: null } })).toEqual({ a: { c: 2 }, d: [2], e: 1, f: {} });
    expect(mergePatch({ a: 1 }, { a: null }, ["a"])).toEqual({ a: null });
  });

  test.each([
    [[{ op: "move", from: "/a", path: "/b" }], { b: { x: [1, 2] } }],
    [[{ op: "copy", from: "/a/x/0", path: "/a/x/-" }], { a: { x: [1, 2, 1] } }],
    [
      [
        { op: "test", path: "/a/x", value: [1, 2] },
        { op: "remove", path: "/a" },
      ],
      {},
    ],
  ])("of JSON is applied: %j", (operations, result) => {
    expect(applyJsonPatch({ a: { x: [1, 2] } }, operations)).toEqual(result);
  });

  test.each([
    [{ op: "test", path: "/a/x", value: [2, 1] }, "/a/x does not have the value of the test"],
    [{ op: "move", from: "/a", path: "/a/y" }, "/a cannot be moved into itself"],
    [{ op: "copy", from: "/none", path: "/b" }, "/none does not exist"],
    [{ op: "turn", path: "/a" }, "the operation must be add, remove or replace"],
  ])("of JSON that cannot be applied is rejected: %j", (operation, message) => {
    expect(() => applyJsonPatch({ a: { x: [1, 2] } }, [operation])).toThrow(message);
  });
});

test("a new id is like those of the contract", () => {
  const random = createRandom(1);
  const taken =
    (...ids: readonly string[]) =>
    (id: string) =>
      ids.includes(id);
  expect(newId("inv-009", taken("inv-010"), random)).toBe("inv-011");
  expect(newId(7, taken(), random)).toBe(8);
  expect(newId("7d3a1f60-0a41-4a56-8c5e-0d2f6f3e0001", taken(), random)).toMatch(/^[\da-f]{8}-[\da-f]{4}-4/);
  expect(newId("main", taken(), random)).toMatch(/^[a-z2-7]{26}$/);
});

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const shelf = { $ref: "#/components/schemas/Shelf" };
const book = { $ref: "#/components/schemas/Book" };
const path = (name: string) => ({ name, in: "path", required: true, schema: { type: "string" } });
const errorResponses = Object.fromEntries([400, 401, 404, 409].map((status) => [status, json({ type: "object" })]));

const DOCUMENT = {
  paths: {
    "/shelves": {
      post: {
        operationId: "createShelf",
        security: [{ key: [] }],
        requestBody: { required: true, ...json(shelf) },
        responses: { 201: json(shelf), ...errorResponses },
      },
    },
    "/shelves/{id}": {
      get: { operationId: "getShelf", security: [{ cookie: [] }, { query: [] }], parameters: [path("id")], responses: { 200: json(shelf), ...errorResponses } },
      delete: { operationId: "deleteShelf", security: [], parameters: [path("id")], responses: { 204: {}, ...errorResponses } },
    },
    "/shelves/{id}/cover": {
      get: { operationId: "getCover", security: [], parameters: [path("id")], responses: { 200: { content: { "image/png": {} } }, ...errorResponses } },
    },
    "/shelves/{shelf}/books": {
      get: { operationId: "listBooks", security: [], parameters: [path("shelf")], responses: { 200: json({ type: "array", items: book }), ...errorResponses } },
      post: {
        operationId: "createBook",
        security: [],
        parameters: [path("shelf")],
        requestBody: { required: true, ...json({ type: "object" }) },
        responses: { 201: json(book), ...errorResponses },
      },
    },
    "/shelves/{shelf}/books/{book}": {
      patch: {
        operationId: "patchBook",
        security: [],
        parameters: [path("shelf"), path("book")],
        requestBody: { required: true, ...json({ type: "object" }) },
        responses: { 200: json(book), ...errorResponses },
      },
    },
  },
  components: {
    schemas: {
      Shelf: { type: "object", required: ["id"], properties: { id: { type: "string" } } },
      Book: {
        type: "object",
        required: ["n", "shelf", "title"],
        properties: { n: { type: "integer" }, shelf: { type: "string" }, title: { type: "string" }, at: { type: "string" } },
      },
    },
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X-Key" },
      cookie: { type: "apiKey", in: "cookie", name: "session" },
      query: { type: "apiKey", in: "query", name: "api key" },
    },
  },
};

interface Operations {
  createShelf: object;
  getShelf: object;
  deleteShelf: object;
  getCover: object;
  listBooks: object;
  createBook: object;
  patchBook: object;
}

const service = describedService<Operations>({
  resources: [
    { name: "shelves", one: "shelf", path: ["id"], id: "id", sample: "s", schema: "Shelf", properties: ["id"], template: {} },
    {
      parent: "shelves",
      name: "books",
      one: "book",
      path: ["shelf", "book"],
      id: "n",
      above: { shelf: 0 },
      sample: 1,
      schema: "Book",
      properties: ["n", "shelf", "title", "at"],
      template: { title: "Untitled" },
      fixed: ["n", "shelf", "at"],
      changedAt: ["at"],
    },
  ],
  operations: {
    createShelf: { verb: "create", resource: "shelves" },
    getShelf: { verb: "read", resource: "shelves" },
    deleteShelf: { verb: "remove", resource: "shelves" },
    getCover: { verb: "example", resource: "shelves", how: { binary: '"a picture"' } },
    listBooks: { verb: "list", resource: "books", how: { page: [] } },
    createBook: { verb: "create", resource: "books" },
    patchBook: { verb: "patch", resource: "books" },
  },
  errors: { bodies: { 404: { code: 404, error: { text: "none" } } }, message: "/error/text" },
  seed: {
    credentials: { key: "k", cookie: "c", query: "q" },
    resources: { shelves: [{ ids: ["s"], value: { id: "s" } }], books: [{ ids: ["s", "1"], value: { n: 1, shelf: "s", title: "A" } }] },
  },
});

/** A request to a service with shelves and their books, one of each at first. */
async function ask(method: string, target: string, body?: object, headers: { readonly [name: string]: string } = {}) {
  const emulator = createResourceEmulator(
    "createShelves",
    { ...service, name: "shelves", document: DOCUMENT, validatorOf: compileSchemas(DOCUMENT) },
    {
      onDefect: (defect) => {
        throw defect;
      },
    },
  );
  const send = async (way: string, to: string, given?: object) => {
    const init = { method: way, headers: { "content-type": "application/json", ...headers }, ...(given === undefined ? {} : { body: JSON.stringify(given) }) };
    const response = await emulator.fetch(`https://shelves.example.com${to}`, init);
    const text = await response.text();
    return [response.status, text === "" ? undefined : (JSON.parse(text) as unknown)] as const;
  };
  return { answer: await send(method, target, body), send };
}

describe("what belongs to something else", () => {
  test("has its id, is gone with it, and is not found below another one", async () => {
    const { answer, send } = await ask("POST", "/shelves/s/books", { title: "B", at: "once" });
    expect(answer).toEqual([201, { n: 2, shelf: "s", title: "B", at: expect.stringMatching(/^\d{4}-/) }]);
    expect((await send("GET", "/shelves/s/books"))[1]).toHaveLength(2);
    expect(await send("GET", "/shelves/t/books")).toEqual([404, { code: 404, error: { text: "There is no shelf t" } }]);
    expect((await send("DELETE", "/shelves/s"))[0]).toBe(204);
    expect((await send("PATCH", "/shelves/s/books/2", { title: "C" }))[0]).toBe(404);
  });

  test("is changed except what requests do not change, and never to what its schema does not allow", async () => {
    const { answer, send } = await ask("PATCH", "/shelves/s/books/1", { title: "B", n: 9 });
    expect(answer).toEqual([200, { n: 1, shelf: "s", title: "B", at: expect.any(String) }]);
    expect(await send("PATCH", "/shelves/s/books/1", { title: 5 })).toMatchObject([
      400,
      { code: 400, error: { text: "The book is not valid: title must be string" } },
    ]);
  });
});

test("what is only an example is there if what it belongs to is", async () => {
  const { answer, send } = await ask("GET", "/shelves/s/cover");
  expect(answer).toEqual([200, "a picture"]);
  expect((await send("GET", "/shelves/t/cover"))[0]).toBe(404);
});

test("a description that names no resource of its own is rejected", () => {
  const operations = { getShelf: { verb: "read", resource: "shelf" } } as const;
  expect(() => describedService({ resources: [], operations, errors: { bodies: {} }, seed: { credentials: {}, resources: {} } })).toThrow(
    "the description has no resource shelf",
  );
});

describe("who asks", () => {
  test.each([
    ["a key in a header", "POST", "/shelves", { "x-key": "k" }, 201],
    ["another key", "POST", "/shelves", { "x-key": "x" }, 401],
    ["no key", "POST", "/shelves", {}, 401],
    ["a cookie", "GET", "/shelves/s", { cookie: "a=b; session=c" }, 200],
    ["a key in the query, as another alternative", "GET", "/shelves/s?api%20key=q", {}, 200],
    ["another cookie", "GET", "/shelves/s", { cookie: "session=x" }, 401],
  ])("is recognized by %s", async (_what, method, target, headers, status) => {
    const { answer } = await ask(method, target, method === "POST" ? { id: "new" } : undefined, headers as Record<string, string>);
    expect(answer[0]).toBe(status);
  });

  test("may choose an id that is free", async () => {
    expect((await ask("POST", "/shelves", { id: "s" }, { "x-key": "k" })).answer).toEqual([409, { code: 409, error: { text: "shelf s already exists" } }]);
  });
});
