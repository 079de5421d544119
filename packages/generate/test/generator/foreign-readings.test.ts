import { describe, expect, it } from "vitest";
import { make, outcomeOf } from "../made.ts";
import { normalize } from "../../src/lib/read/normalize.ts";

const done = { "204": { description: "Done." } };
const get = (operationId: string, members: object = {}): object => ({ get: { operationId, ...members, responses: done } });
const contractOf = (paths: object, members: object = {}): object => ({ openapi: "3.1.0", info: { title: "Thing", version: "1" }, paths, ...members });
const swaggerOf = (paths: object, members: object = {}): object => ({
  swagger: "2.0",
  info: { title: "Thing", version: "1" },
  host: "p.io",
  paths,
  ...members,
});

async function filesOf(document: object): Promise<{ readonly [name: string]: string | undefined }> {
  const { files, findings } = await outcomeOf(document, { rules: "foreign" });
  expect(findings).toEqual([]);
  return { ...files };
}

/** The members of a kind in `operations.ts`, in its order. */
async function rowsOf(document: object, member: RegExp): Promise<string[]> {
  return [...String((await filesOf(document))["operations.ts"]).matchAll(member)].map(([, value]) => String(value));
}

describe("a foreign contract", () => {
  it("has the servers of one path for that path alone, and those of all paths for the client", async () => {
    const servers = [{ url: "https://up.e.com" }];
    expect(await rowsOf(contractOf({ "/up": { servers, ...get("a") }, "/b": get("b") }), /server: "(\w+)"/g)).toEqual(["upE"]);
    expect(await rowsOf(contractOf({ "/up": { servers, ...get("a") }, "/b": { servers, ...get("b") } }), /server: "(\w+)"/g)).toEqual([]);
  });

  it("finds integers of 64 bits behind others that are too many to find again", async () => {
    const refTo = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
    const objectOf = (properties: object): object => ({ type: "object", properties });
    const count = objectOf({ count: { type: "integer", format: "int64" } });
    const wide = Array.from({ length: 12 }, (_, index) => [`F${index}`, objectOf({ l: refTo(`F${index + 1}`), r: refTo(`F${index + 1}`) })]);
    const schemas = { Root: objectOf({ a: refTo("Node"), z: refTo("Last") }), Node: objectOf({ child: refTo("Node"), f: refTo("F0") }), Last: count };
    const responses = { "200": { description: "A root.", content: { "application/json": { schema: refTo("Root") } } } };
    const components = { schemas: { ...schemas, ...Object.fromEntries(wide), F12: count } };
    const { files } = await outcomeOf(contractOf({ "/a": { get: { operationId: "a", responses } } }, { components }), { rules: "foreign" });
    expect(files?.["operations.ts"]).toMatch(/int64: \{\s*z: \{\s*count: true/);
  });

  it("has properties with the names of keywords in schemas of responses", async () => {
    const own = {
      properties: { type: "object", additionalProperties: { type: "string", readOnly: true } },
      required: { type: "array", items: { type: "string" } },
    };
    const components = { schemas: { U: { type: "object", properties: own } } };
    const responses = { "200": { description: "A U.", content: { "application/json": { schema: { $ref: "#/components/schemas/U" } } } } };
    const files = await filesOf(contractOf({ "/a": { get: { operationId: "a", responses } } }, { components }));
    expect(files["schema.ts"]).toContain("required?: string[]");
  });

  it("has a name for each address of a server", async () => {
    const at = (url: string): object => ({ servers: [{ url }] });
    const urls = ["https://files.e.com", "https://files.e.org", "https://files.e.com/", "https://files.e.org:81"];
    const paths = Object.fromEntries(urls.map((url, index) => [`/${index}`, get(`get${index}`, at(url))]));
    const names = await rowsOf(contractOf(paths, at("https://e.com")), /server: "(\w+)"/g);
    expect(names).toEqual(["filesE", "filesEOrg", "filesE", "filesEOrg2"]);
  });

  it("has the operation's body where the path has one, too, in OpenAPI 2.0", async () => {
    const body = (name: string): object => ({
      in: "body",
      name: "body",
      schema: { type: "object", required: [name], properties: { [name]: { type: "string" } } },
    });
    const post = { operationId: "a", parameters: [body("own")], responses: done };
    const text = String((await filesOf(swaggerOf({ "/a": { parameters: [body("shared")], post } })))["schema.ts"]);
    expect([text.includes("own: string"), text.includes("shared: string")]).toEqual([true, false]);
  });

  it("has the address of its base path, with or without a slash, in OpenAPI 2.0", async () => {
    for (const basePath of ["v1", "/v1", "v1/"])
      expect((await filesOf(swaggerOf({ "/a": get("a") }, { basePath })))["openapi.json"]).toContain('"url": "https://p.io/v1"');
  });

  it("keeps what is next to the reference of a path in OpenAPI 3.0, and nothing next to others", () => {
    const item = { $ref: "a.yaml", post: {} };
    const document = {
      openapi: "3.0.3",
      paths: { "/a": { ...item, get: { callbacks: { done: { "{$url}": { ...item } } } } } },
      components: { schemas: { A: { ...item } } },
    };
    normalize(document, new Map(), true);
    expect(document).toMatchObject({ paths: { "/a": { ...item, get: { callbacks: { done: { "{$url}": item } } } } } });
    expect(document.components.schemas.A).toEqual({ $ref: "a.yaml" });
  });

  it("has a version in its first file alone", () => {
    const part = { type: "string" };
    normalize(part, new Map(), true);
    expect(part).toEqual({ type: "string" });
  });

  it("sends no credential, or that of the other alternative with its scopes, instead of a certificate", async () => {
    const flows = { clientCredentials: { tokenUrl: "https://e.com/t", scopes: { read: "Reads." } } };
    const components = { securitySchemes: { tls: { type: "mutualTLS" }, oauth: { type: "oauth2", flows } } };
    const paths = { "/a": get("a", { security: [{ tls: [] }, {}] }), "/b": get("b", { security: [{ tls: [] }, { oauth: ["read"] }] }) };
    const text = String((await filesOf(contractOf(paths, { components })))["operations.ts"]);
    expect(text.match(/scheme: "\w+"/g)).toEqual(['scheme: "none"', 'scheme: "bearer"']);
    expect(text).toContain('scopes: ["read"]');
  });

  it("reports what is wrong at a schema, whatever its property is called, and not what its texts are", async () => {
    const schemas = { A: { type: "object", properties: { info: { type: 5 }, tags: { type: "string", minLength: "x" } } } };
    const { findings } = await outcomeOf(contractOf({ "/a": get("a") }, { components: { schemas } }), { rules: "foreign" });
    expect(findings.map(({ message }) => /minLength|type/.exec(message)?.[0])).toEqual(["type", "minLength"]);
    await filesOf({ ...contractOf({ "/a": get("a", { tags: [5] }) }, { components: { schemas: { A: { title: 5 } } } }), info: { title: "Thing", version: 1 } });
  });

  it("has a note for a pattern that clients cannot compile", async () => {
    const query = (name: string, pattern: string): object => ({ name, in: "query", schema: { type: "string", pattern } });
    const parameters = [query("x", "^a{2\\,3}$"), query("y", "^a\\,b$")];
    const { files, notes } = await outcomeOf(contractOf({ "/a": get("a", { parameters }) }), { rules: "foreign" });
    expect(files?.["operations.ts"].match(/pattern: "[^"]*"/g)).toEqual([String.raw`pattern: "^a\\x2cb$"`]);
    expect(notes.map(({ message }) => message).join()).toContain("the pattern ^a{2\\,3}$ does not allow");
  });

  it("may have two paths that are the same object or refer to each other", async () => {
    const shared = JSON.stringify({ parameters: [{ name: "q", in: "query", schema: { type: "string" } }], ...get("a") });
    const text = `openapi: 3.1.0\ninfo: { title: Thing, version: "1" }\npaths:\n  /a: &a ${shared}\n  /b: *a\n  /c: { $ref: "#/paths/~1a" }\n`;
    const { files, findings } = await outcomeOf(text, { rules: "foreign" });
    expect(findings).toEqual([]);
    expect([...String(files?.["operations.ts"]).matchAll(/id: "(\w+)"|path: "([^"]+)"/g)].map(([, id, path]) => id ?? path)).toEqual([
      "a",
      "/a",
      "a2",
      "/b",
      "a3",
      "/c",
    ]);
  });

  it("may have a parameter clientId or clientSecret where that is no credential", async () => {
    const parameters = ["clientId", "clientSecret"].map((name) => ({ name, in: "query", schema: { type: "string" } }));
    const rows = await rowsOf(contractOf({ "/a": get("a", { parameters }) }), /(client\w+): \{/g);
    expect(rows).toEqual(["clientId", "clientSecret"]);
  });

  it("has the values of an enumeration that contradicts its type, with a note", async () => {
    const schemas = { Push: { type: "object", enum: ["PUSH", "PULL"] } };
    const { files, findings, notes } = await outcomeOf(contractOf({ "/a": get("a") }, { components: { schemas } }), { rules: "foreign" });
    expect(findings).toEqual([]);
    expect(files?.["schema.ts"]).toContain('Push: "PUSH" | "PULL";');
    expect(notes.map(({ message }) => message).join()).toContain("no value of enum is of the type object");
  });

  it("has references into what other references move, into themselves, and through others", async () => {
    const at = (pointer: string): object => ({ $ref: `#/components/schemas/${pointer}` });
    const node = {
      type: "object",
      properties: { name: { type: "string" }, next: at("Tree/properties/root"), names: { type: "array", items: at("Tree/properties/root/properties/name") } },
    };
    const schemas = {
      Tree: { type: "object", properties: { root: node } },
      Alias: at("Tree/properties/root/properties/next"),
      Through: at("Tree/properties/root/properties/next/properties/name"),
    };
    const made = await make(contractOf({ "/a": get("a") }, { components: { schemas } }), { rules: "foreign" });
    const program = `import type { components } from "./schema.ts";
type S = components["schemas"];
export const tree: S["Tree"] = { root: { name: "a", next: { next: { names: ["b"] } } } };
export const [alias, through]: [S["Alias"], S["Through"]] = [{ next: {} }, "a"];
`;
    expect(made.typeErrors(program)).toEqual([]);
  });

  it("has a note for a name that is taken, and for pages without a style", async () => {
    const paths = { "/a": get("get-user"), "/b": get("getUser", { "x-pagination": { stile: "offset" } }) };
    const { notes } = await outcomeOf(contractOf(paths), { rules: "foreign" });
    const text = notes.map(({ message }) => message).join("\n");
    expect(text).toContain("the name getUser is taken: give this operation another operationId. Chosen: getUser2");
    expect(text).toMatch(/x-pagination has no style, so it is not read\. .*cursor-query/);
  });
});
