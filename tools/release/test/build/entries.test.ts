import { describe, expect, it } from "vitest";
import { entriesOf } from "../../src/build/entries.ts";

describe("the entries of a package", () => {
  it("are what it publishes out of dist: each file once, programs too", () => {
    const entry = { types: "./dist/index.d.ts", default: "./dist/index.js" };
    const publishConfig = { exports: { ".": entry, "./again": entry, "./seed.schema.json": "./seed.schema.json" }, bin: { example: "./dist/cli.js" } };
    expect(entriesOf({ name: "example", publishConfig })).toEqual({ scripts: ["dist/index.js", "dist/cli.js"], declarations: ["dist/index.d.ts"] });
  });

  it("are no declarations where it is a program alone", () => {
    expect(entriesOf({ name: "example", publishConfig: { bin: { example: "./dist/cli.js" } } })).toEqual({ scripts: ["dist/cli.js"], declarations: [] });
  });

  it("are missed with the place where they are named", () => {
    expect(() => entriesOf({ name: "example", publishConfig: { access: "public" } })).toThrow(
      "example publishes no file of dist: name its entries in publishConfig.exports, its programs in publishConfig.bin.",
    );
  });
});
