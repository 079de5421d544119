import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { generate } from "../../src/lib/generator/generate.ts";
import { copySpecs } from "../specs-copy.ts";

const contractOf = (service: string): string => fileURLToPath(new URL(`../../../../specs/${service}/openapi.yaml`, import.meta.url));
const [management, vault, events] = await Promise.all([generate(contractOf("management")), generate(contractOf("vault")), generate(contractOf("events"))]);

/** The first argument of `createClient`, and the names that come from core. */
function factoryOf(source: string): { readonly contract: string | undefined; readonly imports: readonly (string | undefined)[] } {
  return {
    contract: /createClient<\w+, \w+>\(\s*(\{.*\}),\s*options,?\s*\);/.exec(source)?.[1],
    imports: ["client", "parts"].map((entry) => new RegExp(`^import \\{ (.*) \\} from "@keywright/core/${entry}";$`, "m").exec(source)?.[1]),
  };
}

describe("the generated factory of a client", () => {
  it("names the functions that its contract needs, and no others", () => {
    expect(factoryOf(events["client.ts"])).toEqual({
      contract: '{ operations, pages: { "cursor-body": cursorBodyPages }, errorTexts: { message: [["message"], ["Error", "Message"]] } }',
      imports: ["createClient, isErrorOf", "cursorBodyPages"],
    });
    expect(factoryOf(vault["client.ts"])).toEqual({
      contract: '{ operations, pages: { offset: offsetPages }, writeUrl, readBytes, maskSecrets, errorTexts: { message: [["message"]] } }',
      imports: ["createClient, isErrorOf, maskSecrets, writeUrl", "offsetPages, readBytes"],
    });
    expect(factoryOf(management["client.ts"])).toEqual({
      contract:
        '{ operations, pages: { "next-link-live": nextLinkLivePages }, writeUrl, pinAddress, basicCredentials, maskSecrets, readInt64, errorTexts: { message: [["message"]], traceId: [["traceId"], ["extensions", "traceId"]] }, bodies: { form: writeForm } }',
      imports: ["createClient, isErrorOf, maskSecrets, writeUrl", "basicCredentials, nextLinkLivePages, pinAddress, readInt64, writeForm"],
    });
  });

  it("shows a call that needs no input", () => {
    expect(vault["client.ts"]).toContain(`
 * const vault = createVaultClient({ baseUrl: "https://vault.example.com", token: process.env.KEYWRIGHT_VAULT_TOKEN });
 * const vaults = await vault.listVaults();
`);
    expect(events["client.ts"]).toContain(" * const result = await events.introspect();\n");
  });

  it("shows the first server of the contract if that exists", async () => {
    const specs = await copySpecs();
    try {
      await specs.edit("vault/openapi.yaml", (text) => text.replace("default: https://vault.invalid", "default: http://localhost:8080"));
      expect((await generate(specs.contract("vault")))["client.ts"]).toContain('createVaultClient({ baseUrl: "http://localhost:8080", token:');
    } finally {
      await specs.remove();
    }
  });
});

describe("the generated index of a client", () => {
  it("exports the factory, the types of the contract, and the errors and options of core", () => {
    expect(vault["index.ts"]).toContain('export { createVaultClient, isVaultError } from "./client.ts";\nexport type * from "./client.ts";\n');
    for (const name of ["ApiError", "isKeywrightError", "TokenError", "ClientOptions", "Paginator"]) expect(events["index.ts"]).toContain(`\n  ${name},\n`);
  });

  it("exports filters only if the contract has some", () => {
    for (const { "index.ts": index } of [vault, management]) expect(index).toMatch(/\n {2}rawFilter,\n[\s\S]*\n {2}Filter,\n/);
    expect(events["index.ts"]).not.toMatch(/rawFilter|Filter/);
  });
});

describe("a file for which the contract has nothing", () => {
  it("is not generated", () => {
    expect([management, vault, events].map((files) => ["feeds.ts", "filters.ts", "values.ts"].filter((name) => name in files))).toEqual([
      ["feeds.ts", "filters.ts", "values.ts"],
      ["filters.ts", "values.ts"],
      ["feeds.ts", "values.ts"],
    ]);
  });
});
