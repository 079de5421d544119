import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeConsumers } from "../../src/api/check-consumers.ts";
import { checkInstantiations } from "../../src/api/check-instantiations.ts";
import { folderWith } from "../support.ts";

const CALL = 'const thing = await stock.getThing("a");\nvoid thing;';
const exampleOf = (call: string, indent = ""): string =>
  ["/**", " * @example", " * ```ts", ...call.split("\n").map((line) => ` * ${line}`), " * ```", " */"].map((line) => `${indent}${line}\n`).join("");

/** Counts the instantiations of a project with the client of one service, whose documentation shows a call. The example of the factory is none. */
async function check(result: string, call = CALL): ReturnType<typeof checkInstantiations> {
  const [types, environment, operations] = ["./dist/generated/client.d.ts", "./node.d.ts", "./operations.d.ts"];
  const client = `${result}\nexport interface StockClient {\n${call === "" ? "" : exampleOf(call, "  ")}  getThing(id: string): Result;\n}\n`;
  const factory = `${exampleOf("const stock = createStockClient({});")}export declare function createStockClient(options: object): StockClient;\n`;
  const project = await folderWith({
    "node_modules/@keywright/stock/package.json": JSON.stringify({
      name: "@keywright/stock",
      type: "module",
      exports: { ".": { types }, "./node": { types: environment }, "./operations": { types: operations } },
    }),
    "node_modules/@keywright/stock/dist/generated/client.d.ts": `${client}${factory}`,
    "node_modules/@keywright/stock/node.d.ts": "export declare function stockEnvironment(): object;",
    "node_modules/@keywright/stock/operations.d.ts": "export declare const operations: { readonly getThing: object };",
    "consumers/other.ts.txt": "",
  });
  expect(await writeConsumers(project, join(project, "consumers"), ["@keywright/stock"], ["stock"])).toEqual([]);
  return checkInstantiations(project, ["stock"]);
}

describe("the types of a program with every call", () => {
  it("cost a compiler next to nothing if they are written out", async () => {
    const { instantiations, findings } = await check("export type Result = Promise<{ readonly id: string }>;");
    expect(findings).toEqual([]);
    expect(instantiations).toBeLessThan(50);
  });

  it("cost too much if they are computed", async () => {
    const counted = `type Count<N extends number, All extends 0[] = []> = All["length"] extends N ? All : Count<N, [...All, 0]>;\nexport type Result = Promise<Count<900>>;`;
    const { instantiations, findings } = await check(counted, `${CALL}\nvoid thing.length;`);
    expect(findings).toEqual([`${instantiations} instantiations, 150 are the most: write out the types that the generator leaves to the compiler`]);
  });

  it("are wrong if a call that is shown does not compile", async () => {
    const { findings } = await check("export type Result = Promise<string>;", "await stock.getThing(5);");
    expect(findings).toEqual([expect.stringContaining("error TS2345")]);
  });

  it("cannot be checked if no call is shown", async () => {
    await expect(check("export type Result = void;", "")).rejects.toThrow("no operation of @keywright/stock has an example in its documentation");
  });
});
