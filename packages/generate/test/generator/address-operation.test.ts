import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ContractError, generate } from "../../src/lib/generator/generate.ts";
import { copySpecs } from "../specs-copy.ts";

const files = await generate(fileURLToPath(new URL("../../../../specs/management/openapi.yaml", import.meta.url)));

describe("an operation in components.pathItems", () => {
  it("becomes a method whose input is the address", () => {
    expect(files["client.ts"]).toMatch(
      /export interface FireSignalInput \{\n {2}\/\*\* The address from a response of the service\. .*\*\/\n {2}readonly href: string;\n\}/,
    );
    expect(files["client.ts"]).toContain("\n  fireSignal(input: FireSignalInput, call?: CallOptions): Promise<void>;\n");
    expect(files["client.ts"]).toContain("\n  fireSignal(input: FireSignalInput, call?: CallOptions): Promise<HttpResponse<void>>;\n");
  });

  it("says what the address must be, and shows a call", () => {
    const [, comment = ""] =
      /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*fireSignal\(input: FireSignalInput, call\?: CallOptions\): Promise<void>/.exec(files["client.ts"]) ?? [];
    for (const said of [
      "Requires a token with `Workflows.Runs.Execute`. Not retried",
      "@param input `href`.",
      "@throws ArgumentError if `href` does not have the origin of `baseUrl`, the only origin that tokens are sent to.",
      "@throws ApiError 401, 403, 404, 500.",
      "await management.fireSignal({ href });",
    ])
      expect(comment).toContain(said);
  });

  it("becomes a row without a path, which names the address", () => {
    expect(files["operations.ts"]).toContain('\n  id: "fireSignal",\n  method: "POST",\n  path: "",\n  address: "href",\n  retry: "never",\n');
  });

  it("is no path of the document", () => {
    const { paths } = JSON.parse(files["openapi.json"]) as { readonly paths: { readonly [path: string]: unknown } };
    expect(JSON.stringify(paths)).not.toContain("fireSignal");
  });

  it("must name its address, or is an error with its place", async () => {
    const specs = await copySpecs();
    try {
      await specs.edit("management/openapi.yaml", (text) => text.replace("        x-address: href\n", ""));
      const failure: unknown = await generate(specs.contract("management")).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ContractError);
      expect((failure as Error).message).toMatch(/management\/openapi\.yaml:\d+:\d+: fireSignal is in components\.pathItems, so x-address must be/);
    } finally {
      await specs.remove();
    }
  });

  it("is an error with its line when it cannot be generated", async () => {
    const specs = await copySpecs();
    try {
      let line = 0;
      await specs.edit("management/openapi.yaml", (text) => {
        const changed = text.replace(
          '          "204":\n            x-source: chosen\n',
          '          "2XX":\n            description: Later.\n          "204":\n            x-source: chosen\n',
        );
        line = changed.slice(0, changed.indexOf('"2XX"')).split("\n").length;
        return changed;
      });
      const failure: unknown = await generate(specs.contract("management")).catch((error: unknown) => error);
      expect(String(failure)).toMatch(new RegExp(`management/openapi\\.yaml:${line}:\\d+: fireSignal has 2XX together with 204`));
    } finally {
      await specs.remove();
    }
  });
});
