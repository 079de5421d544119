import { describe, expect, it } from "vitest";
import { checkDeclarations } from "../../src/api/declarations.ts";
import { folderWith } from "../support.ts";

const MANIFEST = { name: "@keywright/fixture", exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } } };

/** What is found in a package with some declaration files in `dist`; a text is that of `index.d.ts`. */
async function check(declarations: string | { readonly [file: string]: string }): ReturnType<typeof checkDeclarations> {
  const files = typeof declarations === "string" ? { "index.d.ts": declarations } : declarations;
  const folder = await folderWith(Object.fromEntries(Object.entries(files).map(([file, text]) => [`dist/${file}`, text])));
  return checkDeclarations({ name: MANIFEST.name, folder, manifest: MANIFEST });
}

describe("a type of another maker", () => {
  it.each([
    ["an import", 'import type { Middleware } from "openapi-fetch";'],
    ["an import for its side effect", 'import "openapi-fetch";'],
    ["an export", 'export type { Operation } from "openapi-fetch";'],
    ["an export of everything", 'export * from "openapi-fetch";'],
    ["an export of everything under a name", 'export * as inner from "openapi-fetch";'],
    ["the type of an import", 'export declare const around: import("openapi-fetch").Middleware;'],
    ["the type of an import in a generic", 'export interface Page { items: Promise<ReadonlyArray<typeof import("openapi-fetch")>> }'],
    ["an old import", 'import fetch = require("openapi-fetch");'],
    ["a declaration of a module", 'declare module "openapi-fetch" { interface Client {} }'],
    ["an augmentation", 'declare module "openapi-fetch" { interface Client {} } export {};'],
    ["a reference to types", '/// <reference types="openapi-fetch" />'],
  ])("is found in %s", async (_form, leak) => {
    expect((await check(leak)).findings).toEqual(["dist/index.d.ts:1 names openapi-fetch; declare a type in this repository instead."]);
  });

  it("is found with its line", async () => {
    const { findings } = await check('export {};\n\nexport type It = import("rfc6902").Operation;');
    expect(findings).toEqual([expect.stringMatching(/:3 names rfc6902/)]);
  });

  it("is no type of a peer, whose version users choose", async () => {
    const folder = await folderWith({ "dist/index.d.ts": 'export type { Client } from "openapi-fetch";\nexport type { Operation } from "rfc6902";\n' });
    const manifest = { ...MANIFEST, peerDependencies: { "openapi-fetch": "^0.17.0" } };
    const { findings } = await checkDeclarations({ name: MANIFEST.name, folder, manifest });
    expect(findings).toEqual(["dist/index.d.ts:2 names rfc6902; declare a type in this repository instead."]);
  });

  it("is no type of ours, and nothing in a comment", async () => {
    const ours = 'import type { Call } from "@keywright/core";\nexport type { Call };\n// import type {} from "openapi-fetch"\n';
    expect(await check(ours)).toEqual({ files: 1, findings: [] });
  });
});

describe("any", () => {
  it.each([
    ["a parameter", "export declare function read(value: any): void;"],
    ["a result", "export declare function read(): Promise<any>;"],
    ["a generic inside a generic", "export interface Page { items: ReadonlyArray<Map<string, any>> }"],
    ["a default of a type parameter", "export interface Box<Body = any> { body: Body }"],
    ["an alias", "export type Handler = (...values: any[]) => void;"],
    ["an index signature", "export interface Bag { [name: string]: any }"],
  ])("is found in %s", async (_where, text) => {
    expect((await check(text)).findings).toEqual(["dist/index.d.ts:1 has any; say what it is, or unknown."]);
  });

  it("is not the word in a name, a text or a comment", async () => {
    expect((await check('/** any */\nexport interface anything { any: "any"; anyOf: unknown }')).findings).toEqual([]);
  });
});

it("the declarations of a package are followed from its entries, as far as they reach", async () => {
  const declarations = {
    "index.d.ts": 'export { one } from "./lib/one.ts";\nexport type Two = import("./lib/two.js").Two;',
    "lib/one.d.ts": "export declare const one: 1;",
    "lib/two.d.ts": 'import type { Leak } from "leaky";\nexport type Two = Leak<any>;',
    "lib/unreached.d.ts": 'import "never-seen";',
  };
  expect(await check(declarations)).toEqual({
    files: 3,
    findings: ["dist/lib/two.d.ts:1 names leaky; declare a type in this repository instead.", "dist/lib/two.d.ts:2 has any; say what it is, or unknown."],
  });
});
