import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkStructure } from "../../src/structure/check-structure.ts";
import { type Files, folderWith } from "../support.ts";

const EXPORTS = { ".": "./src/index.ts", "./operations": "./src/generated/operations.ts" };
const PUBLISHED = { ".": "./dist/index.js", "./operations": { types: "./dist/generated/operations.d.ts", default: "./dist/generated/operations.js" } };

/** The files of a client that lacks nothing. */
const client = (service: string): Files => ({
  [`specs/${service}/openapi.yaml`]: "",
  [`packages/${service}/package.json`]: JSON.stringify({ exports: EXPORTS, publishConfig: { exports: PUBLISHED } }),
  [`packages/${service}/turbo.json`]: JSON.stringify({ tasks: { generate: { inputs: [`specs/${service}/**`] } } }),
  ...Object.fromEntries(
    ["README.md", "src/index.ts", "src/node.ts", "test/contract.test.ts", "test/types.test-d.ts"].map((file) => [`packages/${service}/${file}`, ""]),
  ),
  ...Object.fromEntries(["client.ts", "index.ts", "operations.ts", "openapi.json"].map((file) => [`packages/${service}/src/generated/${file}`, ""])),
});

/** Checks a repository of two clients; `undefined` takes a file away. */
async function check(changes: Files): Promise<ReturnType<typeof checkStructure>> {
  const root = await folderWith({ ...client("alpha"), ...client("beta"), ...changes });
  await mkdir(join(root, "specs"), { recursive: true });
  return checkStructure(root);
}

describe("the structure", () => {
  it("lacks nothing where each service has what people write and what is generated", async () => {
    expect(await check({})).toEqual({ services: 2, findings: [] });
  });

  it("lacks the package of a contract, and says how to make it", async () => {
    const { services, findings } = await check({ "specs/delta/openapi.yaml": "" });
    expect(services).toBe(3);
    expect(findings).toEqual(["packages/delta: there is no package for specs/delta; run npx pnpm service delta."]);
  });

  it("asks for no tests by examples for a contract of others", async () => {
    const vendor = { "specs/beta/openapi.yaml": undefined, "packages/beta/test/contract.test.ts": undefined, "specs/vendor/beta/api.json": "" };
    const inputs = { "packages/beta/turbo.json": JSON.stringify({ tasks: { generate: { inputs: ["specs/vendor/beta/**"] } } }) };
    expect(await check({ ...vendor, ...inputs })).toEqual({ services: 2, findings: [] });
    const { findings } = await check(vendor);
    expect(findings).toEqual([expect.stringMatching(/^packages\/beta\/turbo\.json: generate does not have specs\/vendor\/beta among its inputs/)]);
  });

  it.each(["README.md", "src/index.ts", "src/node.ts", "turbo.json", "test/contract.test.ts", "test/types.test-d.ts"])("lacks %s", async (file) => {
    const { findings } = await check({ [`packages/beta/${file}`]: undefined });
    expect(findings).toEqual([
      expect.stringMatching(new RegExp(`^packages/beta/${file.replaceAll(".", "\\.")}: it is missing, and .+; run npx pnpm service beta, or write it\\.$`)),
    ]);
  });

  it("lacks the input that makes the generator run", async () => {
    const { findings } = await check({ "packages/beta/turbo.json": client("alpha")["packages/alpha/turbo.json"] });
    expect(findings).toEqual(["packages/beta/turbo.json: generate does not have specs/beta among its inputs, so generated code stays as it was; add it."]);
  });

  it("lacks generated code", async () => {
    const none = Object.keys(client("beta")).filter((file) => file.includes("/generated/"));
    const { findings } = await check(Object.fromEntries(none.map((file) => [file, undefined])));
    expect(findings).toEqual(["packages/beta/src/generated: it is empty; run npx pnpm generate."]);
  });

  it("lacks the entry of a module", async () => {
    const { findings } = await check({ "packages/beta/src/generated/values.ts": "" });
    expect(findings).toEqual([
      "packages/beta/package.json: exports does not name src/generated/values.ts; add the entry ./values.",
      "packages/beta/package.json: publishConfig.exports does not name src/generated/values.ts; add the entry ./values.",
    ]);
  });

  it("lacks any contract", async () => {
    const none = Object.fromEntries(["alpha", "beta"].map((service) => [`specs/${service}/openapi.yaml`, undefined]));
    expect(await check(none)).toEqual({ services: 0, findings: ["specs: there is no contract; expected specs/<service>/openapi.yaml."] });
  });
});
