import { describe, expect, it } from "vitest";
import { ContractError } from "../../src/lib/contract/index.ts";
import { generate } from "../../src/lib/generator/generate.ts";
import { copySpecs } from "../specs-copy.ts";

/** Breaks a copy of a contract, and returns the message of the generator's error. */
async function generateBroken(file: string, from: string | RegExp, to: string): Promise<string> {
  const specs = await copySpecs();
  try {
    await specs.edit(file, (text) => text.replace(from, to));
    const error: unknown = await generate(specs.contract(file.split("/")[0] as string)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ContractError);
    return (error as ContractError).message;
  } finally {
    await specs.remove();
  }
}

const vault = "vault/openapi.yaml";
const secondQueryParameter = `        - name: vaultUUID
          in: query
          description: The vault once more.
          schema:
            type: string
          example: iihcwjkpp63v2nsmo436sdbeuu
`;

/** How contracts break: what is changed where, and the line and reason that are told. */
const breaks: { readonly what: string; readonly file: string; readonly from: string | RegExp; readonly to: string; readonly told: RegExp }[] = [
  {
    what: "a reference to a schema that does not exist",
    file: vault,
    from: "./vault.yaml#/VaultOverview",
    to: "./vault.yaml#/VaultOverveiw",
    told: /vault\/openapi\.yaml:76:\d+: .*\$ref/,
  },
  {
    what: "a reference to a file that does not exist",
    file: vault,
    from: "./vault.yaml#/VaultOverview",
    to: "./vualt.yaml#/VaultOverview",
    told: /vault\/openapi\.yaml:76:\d+: .*vualt\.yaml/,
  },
  {
    what: "YAML that cannot be read",
    file: vault,
    from: "  /v1/vaults:\n",
    to: "  /v1/vaults: {\n",
    told: /vault\/openapi\.yaml:38:\d+: missed comma between flow collection entries: this YAML cannot be read/,
  },
  {
    what: "YAML of a second file that cannot be read",
    file: "vault/item.yaml",
    from: /type: object\n/,
    to: "type: object: x\n",
    told: /vault\/item\.yaml:\d+:\d+: .*bad indentation/,
  },
  {
    what: "a 64-bit integer as the position of a list",
    file: vault,
    from: /(name: limit\n[\s\S]*?type: integer\n)(\s+)/,
    to: "$1$2format: int64\n$2",
    told: /vault\/openapi\.yaml:\d+:\d+: listActivity: the parameter limit has "format: int64", which clients write as text/,
  },
  { what: "nothing in its file", file: vault, from: /[\s\S]*/, to: "", told: /vault\/openapi\.yaml:1:1: .*contains none/ },
  {
    what: "an operation that does not say whether it may be repeated",
    file: vault,
    from: "      x-retry: safe\n",
    to: "",
    told: /vault\/openapi\.yaml:37:\d+: .*listVaults must have x-retry/,
  },
  {
    what: "a parameter in the path and in the query",
    file: vault,
    from: '        - $ref: "#/components/parameters/VaultUUID"\n',
    to: `        - $ref: "#/components/parameters/VaultUUID"\n${secondQueryParameter}`,
    told: /vault\/openapi\.yaml:\d+:\d+: getVault has vaultUUID in path and in query/,
  },
  { what: "an operation without a name", file: vault, from: "      operationId: listVaults\n", to: "", told: /vault\/openapi\.yaml:37:\d+: .*operationId/ },
  {
    what: "a range beside a successful status",
    file: vault,
    from: '        "200":\n',
    to: '        "2XX":\n          description: Made.\n        "200":\n',
    told: /vault\/openapi\.yaml:\d+:\d+: listVaults has 2XX together with 200: list each successful status/,
  },
];

describe("generate rejects a contract with", () => {
  for (const { what, file, from, to, told } of breaks) {
    it(`${what}, by file, line and reason`, async () => {
      const said = await generateBroken(file, from, to);
      expect(said).toMatch(told);
      const lines = said.split("\n");
      expect(lines, "nothing is told twice").toEqual([...new Set(lines)]);
    });
  }
});
