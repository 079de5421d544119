import { describe, expect, it } from "vitest";
import { anyTypes, checkDeclarations, foreignMentions } from "../../src/api/check-declarations.ts";
import { parseDeclaration } from "../../src/api/declarations.ts";
import { folderWith } from "../support.ts";

const foreign = (text: string): string[] => foreignMentions(parseDeclaration("index.d.ts", text), "@keywright/");
const any = (text: string): string[] => anyTypes(parseDeclaration("index.d.ts", text));

describe("a type of another maker", () => {
  it.each([
    ["an import", 'import type { Middleware } from "openapi-fetch";'],
    ["an import for its side effect", 'import "openapi-fetch";'],
    ["an export", 'export type { Operation } from "openapi-fetch";'],
    ["an export of everything", 'export * from "openapi-fetch";'],
    ["the type of an import", 'export declare const around: import("openapi-fetch").Middleware;'],
    ["the type of an import in a generic", 'export interface Page { items: Promise<ReadonlyArray<typeof import("openapi-fetch")>> }'],
    ["an old import", 'import fetch = require("openapi-fetch");'],
    ["an augmentation", 'declare module "openapi-fetch" { interface Client {} }'],
    ["a reference to types", '/// <reference types="openapi-fetch" />'],
  ])("is found in %s", (_form, leak) => {
    expect(foreign(`export {};\n`)).toEqual([]);
    expect(foreign(leak)).toEqual(["1 names openapi-fetch; declare a type in this repository instead."]);
  });

  it("is found with its line", () => {
    expect(foreign('export {};\n\nexport type It = import("rfc6902").Operation;')).toEqual([expect.stringMatching(/^3 names rfc6902/)]);
  });

  it("is no type of ours, and nothing in a comment", () => {
    expect(
      foreign('import type { Call } from "@keywright/core";\nexport type { Call };\nexport * from "./other.ts";\n// import type {} from "openapi-fetch"\n'),
    ).toEqual([]);
  });
});

describe("any", () => {
  it.each([
    ["a parameter", "export declare function read(value: any): void;", "value"],
    ["a result", "export declare function read(): Promise<any>;", "read"],
    ["a generic inside a generic", "export interface Page { items: ReadonlyArray<Map<string, any>> }", "items"],
    ["a default of a type parameter", "export interface Box<Body = any> { body: Body }", "Body"],
    ["an alias", "export type Handler = (...values: any[]) => void;", "values"],
    ["an index signature", "export interface Bag { [name: string]: any }", "Bag"],
  ])("is found in %s", (_where, text, name) => {
    expect(any(text)).toEqual([`1 has any in ${name}; say what it is, or unknown.`]);
  });

  it("is not the word in a name, a text or a comment", () => {
    expect(any('/** any */\nexport interface anything { any: "any"; anyOf: unknown }')).toEqual([]);
  });
});

describe("the declarations of a package", () => {
  it("are followed from its entries, as far as they reach", async () => {
    const folder = await folderWith({
      "dist/index.d.ts": 'export { one } from "./lib/one.ts";\nexport type Two = import("./lib/two.js").Two;',
      "dist/lib/one.d.ts": "export declare const one: 1;",
      "dist/lib/two.d.ts": 'import type { Leak } from "leaky";\nexport type Two = Leak<any>;',
      "dist/lib/unreached.d.ts": 'import "never-seen";',
    });
    const manifest = { name: "@keywright/fixture", exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } } };
    expect(await checkDeclarations({ name: manifest.name, folder, manifest })).toEqual({
      files: 3,
      foreign: ["dist/lib/two.d.ts:1 names leaky; declare a type in this repository instead."],
      any: ["dist/lib/two.d.ts:2 has any in Two; say what it is, or unknown."],
    });
  });
});
