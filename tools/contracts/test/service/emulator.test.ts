import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { describeEmulator, writeEmulator } from "../../src/service/emulator/write-emulator.ts";
import { removeService } from "../../src/service/remove-service.ts";

const manifestPath = resolve(import.meta.dirname, "../../../../packages/emulator/package.json");
const parameter = (name: string, example: unknown) => ({ name, in: "path", required: true, schema: { type: typeof example }, example });
const json = (schema: object, example?: unknown) => ({ content: { "application/json": { schema, ...(example === undefined ? {} : { example }) } } });
const problem = { content: { "application/json": { schema: { type: "object" }, example: { error: { message: "none" } } } } };

const book = {
  type: "object",
  required: ["isbn", "title", "state"],
  properties: { isbn: { type: "string" }, title: { type: "string" }, state: { type: "string" } },
};
const draft = { type: "object", required: ["title"], properties: { title: { type: "string" } } };
const shown = { isbn: "b-1", title: "A", state: "NEW" };

/** A contract with these paths. */
function contractWith(paths: object, more: object = {}): { readonly [name: string]: unknown } {
  return { openapi: "3.1.0", info: { title: "Books API" }, paths, ...more };
}

const BOOKS = contractWith({
  "/books": {
    get: {
      operationId: "listBooks",
      parameters: [
        { name: "state", in: "query", schema: { type: "string" } },
        { name: "sort", in: "query", schema: { type: "string" } },
      ],
      responses: { 200: json({ type: "array", items: book }, [shown, { ...shown, isbn: "b-2" }]) },
    },
    post: { operationId: "addBook", requestBody: json(draft, { title: "B" }), responses: { 201: json(book, { ...shown, state: "FRESH" }), 404: problem } },
  },
  "/books/{book}": {
    get: { operationId: "getBook", parameters: [parameter("book", "b-1")], responses: { 200: json(book, shown), 404: problem } },
    delete: { operationId: "removeBook", parameters: [parameter("book", "b-1")], responses: { 204: {}, 404: problem } },
  },
  "/books/{id}/cover": {
    get: { operationId: "getCover", parameters: [parameter("id", "b-1")], responses: { 200: { content: { "image/png": { example: "png" } } } } },
  },
  "/books/{id}/loans/{loan}": {
    get: {
      operationId: "getLoan",
      parameters: [parameter("id", "b-1"), parameter("loan", 3)],
      responses: { 200: json({ type: "object", properties: { number: { type: "integer" }, bookId: { type: "string" } } }, { number: 3, bookId: "b-1" }) },
    },
  },
  "/settings": {
    get: { operationId: "getSettings", responses: { 200: json(draft, { title: "S" }) } },
    put: { operationId: "replaceSettings", requestBody: json(draft, { title: "T" }), responses: { 200: json(draft, { title: "T" }) } },
  },
  "/tags": {
    get: {
      operationId: "listTags",
      responses: { 200: json({ type: "array", items: { type: "object", properties: { id: { type: "string" } } } }, [{ id: "a" }]) },
    },
  },
  "/import": {
    post: {
      operationId: "importBooks",
      requestBody: json({ type: "array", items: draft }, []),
      responses: { 202: { headers: { Location: { schema: { type: "string" }, example: "https://books.example.com/imports/1" } } } },
    },
  },
  "/health": { get: { operationId: "getHealth", responses: { 200: json({ type: "object", properties: { alive: { type: "boolean" } } }, { alive: true }) } } },
});

describe("the description of a contract", () => {
  const { resources, operations, seed } = describeEmulator("books", BOOKS).description;

  it("has an action for each operation, by its path, its method and its schemas", () => {
    expect(Object.fromEntries(Object.entries(operations).map(([id, { verb, resource = "-" }]) => [id, `${verb} ${resource}`]))).toEqual({
      listBooks: "list books",
      addBook: "create books",
      getBook: "read books",
      removeBook: "remove books",
      getCover: "example books",
      getLoan: "read loans",
      getSettings: "read settings",
      replaceSettings: "replace settings",
      listTags: "list tags",
      importBooks: "example -",
      getHealth: "example -",
    });
    expect(operations["listBooks"]?.how).toMatchObject({ filters: ["state"] });
    expect(operations["importBooks"]?.how).toEqual({ status: 202, headers: { location: "{origin}/imports/1" } });
  });

  it("has an id that the path has by another name, and what no request says from the contract's example", () => {
    const books = { one: "book", path: ["book"], id: "isbn", sample: "b-1", template: { state: "FRESH" }, fixed: ["isbn", "state"] };
    expect(resources.find(({ name }) => name === "books")).toMatchObject(books);
    expect(resources.find(({ name }) => name === "loans")).toMatchObject({ parent: "books", id: "number", above: { bookId: 0 }, sample: 3 });
  });

  it("begins with what lists show, and with what is at the paths of the examples", () => {
    expect(seed.resources).toMatchObject({
      books: [
        { ids: ["b-1"], value: shown },
        { ids: ["b-2"], value: { ...shown, isbn: "b-2" } },
      ],
      settings: [{ ids: [], value: { title: "S" } }],
      loans: [{ ids: ["b-1", "3"], value: { number: 3, bookId: "b-1" } }],
    });
  });
});

describe("two resources whose paths differ only in their parameters", () => {
  const seat = { type: "object", properties: { zone: { type: "string" } } };
  const reading = (operationId: string, ...names: readonly string[]) => ({
    get: {
      operationId,
      parameters: names.map((name) => parameter(name, 1)),
      responses: { 200: { ...json(seat, { zone: operationId }), headers: { ETag: { example: '"1"' } } } },
    },
  });
  const paths = {
    "/seats/{row}-{number}": reading("getSeat", "row", "number"),
    "/seats/{row},{number}/{zone}": reading("getZone", "row", "number", "zone"),
    "/größen/{id}": reading("getSize", "id"),
  };

  it("have names of their own, with letters beyond ASCII and entity tags", () => {
    const { resources, operations } = describeEmulator("seats", contractWith(paths)).description;
    expect(new Set(resources.map(({ name }) => name)).size).toBe(resources.length);
    expect(resources.map(({ name, tag }) => [name, tag])).toContainEqual(["größen", '"1"']);
    expect(operations["getZone"]?.resource).not.toBe(operations["getSeat"]?.resource);
  });
});

describe("a thing in an envelope", () => {
  const inside = { type: "object", required: ["data", "version"], properties: { data: book, version: { type: "integer" } } };
  const paths = {
    "/books": {
      post: {
        operationId: "addBook",
        requestBody: json({ type: "object", properties: { book: draft } }, { book: { title: "B" } }),
        responses: { 201: json(inside, { data: shown, version: 1 }) },
      },
    },
    "/books/{isbn}": { get: { operationId: "getBook", parameters: [parameter("isbn", "b-1")], responses: { 200: json(inside, { data: shown, version: 1 }) } } },
    "/books/{isbn}/cover": { get: { operationId: "getCover", parameters: [parameter("isbn", "b-9")], responses: { 204: {} } } },
  };

  it("is what the state has; the operations know the envelopes of requests and responses", () => {
    const { resources, operations, seed } = describeEmulator("books", contractWith(paths)).description;
    expect(resources[0]).toMatchObject({ id: "isbn", properties: ["isbn", "title", "state"] });
    expect(seed.resources["books"]).toEqual([
      { ids: ["b-1"], value: shown },
      { ids: ["b-9"], value: { ...shown, isbn: "b-9" } },
    ]);
    expect(Object.values(operations).map(({ how }) => how)).toMatchObject([
      { inside: "book", envelope: "data", beside: { version: 1 } },
      { envelope: "data", beside: { version: 1 } },
      { status: 204 },
    ]);
  });
});

describe("pages", () => {
  const page = {
    type: "object",
    required: ["data", "next", "has_more"],
    properties: { data: { type: "array", items: book }, next: { type: ["string", "null"] }, has_more: { type: "boolean" } },
  };
  const examples = {
    first: { value: { data: [shown], next: "p1", has_more: true } },
    last: { value: { data: [{ ...shown, isbn: "b-2" }], next: null, has_more: false } },
    empty: { value: { data: [], next: null, has_more: false } },
  };
  const list = {
    operationId: "listBooks",
    "x-pagination": { style: "cursor-query", items: "data", next: "next", cursor: "after" },
    parameters: [
      { name: "after", in: "query", schema: { type: "string" } },
      { name: "per_page", in: "query", schema: { type: "integer", maximum: 5 } },
    ],
    responses: { 200: { content: { "application/json": { schema: page, examples } } } },
  };

  it("know the positions of the examples, the parameter of their size and the property that says whether there is more", () => {
    const { operations } = describeEmulator("books", contractWith({ "/books": { get: list } })).description;
    expect(operations["listBooks"]?.how).toEqual({
      paging: { position: "after", body: { data: "items", next: "cursor", has_more: "more" }, limit: "per_page", usual: 5, known: { p1: 1 } },
      page: { data: [], next: null, has_more: false },
    });
  });

  it("are the examples of the JSON, whatever else comes before it", () => {
    const content = { "text/csv": { schema: { type: "string" }, example: "isbn" }, "application/json": { schema: page, examples } };
    const { operations } = describeEmulator("books", contractWith({ "/books": { get: { ...list, responses: { 200: { content } } } } })).description;
    expect(operations["listBooks"]?.how?.["paging"]).toMatchObject({ known: { p1: 1 } });
  });

  it("may be a single example", () => {
    const content = { "application/json": { schema: page, example: examples.first.value } };
    const { operations } = describeEmulator("books", contractWith({ "/books": { get: { ...list, responses: { 200: { content } } } } })).description;
    expect(operations["listBooks"]?.how?.["paging"]).toMatchObject({ known: { p1: 1 } });
  });
});

describe("errors and credentials", () => {
  it.each([400, 422, "4XX", "default"])("have a status for an invalid request if the contract has %s", (status) => {
    const post = (operationId: string, responses: object) => ({ post: { operationId, requestBody: json(draft), responses: { 201: {}, ...responses } } });
    const paths = { "/a": post("a", { [status]: problem }), "/b": post("b", { 404: problem }) };
    expect(describeEmulator("books", contractWith(paths)).withoutError).toEqual(["b"]);
  });

  it("have the bodies of the contract; those of operations with others are kept apart", () => {
    const other = json({ type: "object", title: "Other" }, { text: "other" });
    const paths = {
      "/a": { get: { operationId: "a", responses: { 200: {}, 404: problem } } },
      "/b": { get: { operationId: "b", responses: { 200: {}, 404: other, default: problem } } },
    };
    expect(describeEmulator("books", contractWith(paths)).description.errors).toEqual({
      bodies: { 400: { error: { message: "none" } }, 404: { error: { message: "none" } } },
      others: { b: { 404: { text: "other" } } },
      message: "/error/message",
      mediaType: "application/json",
    });
  });

  it("are one for each scheme; the token is the one that the token endpoint shows", () => {
    const paths = {
      "/token": { post: { operationId: "t", security: [{ app: [] }], responses: { 200: json({ type: "object" }, { access_token: "shown-1" }) } } },
      "/a": { get: { operationId: "a", security: [{ token: [] }, { key: [] }], responses: { 200: {} } } },
    };
    const securitySchemes = {
      app: { type: "http", scheme: "basic" },
      token: { type: "http", scheme: "bearer" },
      key: { type: "apiKey", in: "header", name: "k" },
    };
    expect(describeEmulator("books", contractWith(paths, { components: { securitySchemes } })).description.seed.credentials).toEqual({
      app: { username: "app-user", password: "example-app" },
      token: "shown-1",
      key: "example-key",
    });
  });
});

describe("the files of an emulator", () => {
  it("are written once, are an entry of the package, and are gone with the service", async () => {
    const folder = await mkdtemp(join(tmpdir(), "keywright-emulator-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const write = async (path: string, text: string): Promise<void> => {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    };
    const read = (path: string): Promise<string> => readFile(join(folder, path), "utf8");
    const manifest = await readFile(manifestPath, "utf8");
    await write("packages/emulator/package.json", manifest);
    await write("packages/line-items/src/generated/openapi.json", JSON.stringify(BOOKS));
    await write("specs/line-items/openapi.yaml", "");
    const { paths, examples, withoutError } = await writeEmulator(folder, "line-items");
    expect(examples).toEqual(["getCover", "importBooks", "getHealth"]);
    expect(withoutError).toEqual(["listBooks", "addBook", "replaceSettings", "importBooks"]);
    expect(paths).toContain("packages/emulator/src/lib/line-items/handlers.ts");
    expect(await read("packages/emulator/src/line-items.ts")).toContain("export { createLineItemsEmulator }");
    expect(JSON.parse(await read("packages/emulator/package.json"))).toMatchObject({
      exports: { "./line-items": "./src/line-items.ts" },
      scripts: { generate: expect.stringMatching(/ \.\.\/\.\.\/specs\/line-items\/openapi\.yaml src\/generated --seed /) },
      dependencies: { "@keywright/line-items": "workspace:^" },
    });
    await write("packages/emulator/src/lib/line-items/handlers.ts", "// refined\n");
    expect((await writeEmulator(folder, "line-items")).paths).toEqual([]);
    expect(await read("packages/emulator/src/lib/line-items/handlers.ts")).toBe("// refined\n");
    await removeService(folder, "line-items");
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name);
    expect(files).toEqual(["package.json"]);
    expect(await read("packages/emulator/package.json")).toBe(manifest);
  });
});
