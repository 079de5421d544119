import { describe, expect, it } from "vitest";
import { generate } from "../../src/lib/generator/generate.ts";
import { typeErrorsOf } from "../type-errors.ts";
import { addListTokens, copySpecs } from "../specs-copy.ts";

/** What is generated from the vault contract once `listTokens` is in it. */
async function generateWithListTokens(): Promise<Awaited<ReturnType<typeof generate>>> {
  const specs = await copySpecs();
  try {
    await addListTokens(specs);
    return await generate(specs.contract("vault"));
  } finally {
    await specs.remove();
  }
}

const files = await generateWithListTokens();

describe("an operation that is added to a contract", () => {
  it("becomes a method with its summary, what it needs, what it returns, what it throws, and an example", () => {
    expect(files["client.ts"]).toContain(`export interface VaultOperations {
  /**
   * Lists the tokens that open the vaults.
   *
   * The newest token comes first.
   *
   * Requires a token. Retried automatically.
   *
   * @param input \`issued_before?\`, \`limit?\`, \`after?\`.
   * @param call `);
    expect(files["client.ts"]).toContain(`
   * @returns Iterates items; \`pages()\` iterates pages, each with the position after it. Each page: A page of tokens.
   * @throws ApiError 400, 401.
   * @example
   * \`\`\`ts
   * for await (const entry of vault.listTokens()) console.log(entry);
   * \`\`\`
   *
   * @see specs/vault \`listTokens\`
   */
  listTokens(input?: ListTokensInput, call?: CallOptions): Paginator<AccessToken, string | undefined>;
`);
  });

  it("becomes a method that returns status and headers, too", () => {
    const errorsOf = (body: string): string[] =>
      typeErrorsOf({ ...files, "use.ts": `import { createVaultClient } from "./index.ts";\nconst vault = createVaultClient({ baseUrl: "" });\n${body}` });
    const reading = "export const read = async () => { const { status, headers, body } = await vault.raw.listTokens({ limit: 5 }, { timeoutMs: 1 });";
    expect(errorsOf(`${reading} return [status.toFixed(), headers.get("etag"), body.results.map(({ id }) => id.length)]; };`)).toEqual([]);
    expect(errorsOf(`${reading} return body.results[0].token; };`).join()).toContain("'token' does not exist");
    expect(errorsOf('void vault.raw.listTokens({ limit: "5" });').join()).toContain("'string' is not assignable to type 'number'");
  });

  it("has an input whose properties say what they are, their range and their default", () => {
    expect(files["client.ts"]).toContain(`
/** The input of {@link VaultOperations.listTokens}. */
export interface ListTokensInput {
  /** Only tokens that were issued before this day. Absent means all tokens. */
  readonly issued_before?: string;
  /** The greatest number of tokens in a page. From 1 to 200. Default: 20. */
  readonly limit?: number;
  /** The position to go on from, taken from the page before. */
  readonly after?: string;
}
`);
  });

  it("becomes a row of the operation table", () => {
    expect(files["operations.ts"]).toContain(`
export const listTokens = {
  id: "listTokens",
  method: "GET",
  path: "/v1/tokens",
  retry: "safe",
  security: { scheme: "bearer", scopes: [] },
  queryParameters: { issued_before: { type: "string" }, limit: { type: "integer", minimum: 1, maximum: 200 }, after: { type: "string" } },
  response: { status: 200, type: "json", mediaType: "application/json" },
  accept: "application/json",
  pagination: { style: "next-link", items: "results", next: "next", cursor: "after" },
} as const satisfies Operation;
`);
  });

  it("brings its schemas as types that users read by name", () => {
    expect(files["schema.ts"].replaceAll(/\s+/g, " ")).toContain(
      `/** A token that opens some of the vaults. */ export type AccessToken = { /** The token's own id, not the token itself. */ id: string; /** Whether the token is valid. */ state: components["schemas"]["TokenState"]; };`,
    );
    expect(files["client.ts"]).toContain("\n/** A token that opens some of the vaults. */\nexport interface AccessToken extends schema.AccessToken {}\n");
    expect(files["client.ts"]).toContain("\n/** The state of a token. Other values may appear. */\nexport type TokenState = schema.TokenState;\n");
  });

  it("brings the known values of its enumerations", () => {
    expect(files["schema.ts"]).toContain('TokenState: "ACTIVE" | "EXPIRED" | "REVOKED" | (string & {});');
    expect(files["values.ts"]).toContain(
      '\n/** The known values of {@link TokenState}, in the order of the contract. */\nexport const TOKEN_STATE_VALUES = ["ACTIVE", "EXPIRED", "REVOKED"] as const satisfies readonly TokenState[];\n',
    );
  });

  it("is in the document that other tools read, with nothing left outside of it", () => {
    const document = JSON.parse(files["openapi.json"]) as { readonly paths: { readonly [path: string]: { readonly get?: { readonly operationId: string } } } };
    expect(document.paths["/v1/tokens"]?.get?.operationId).toBe("listTokens");
    expect(files["openapi.json"].match(/"\$ref": "(?!#\/)[^"]*"/g)).toBeNull();
  });
});
