import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { askCommand } from "@keywright/tool-test-kit/testing/ask-command";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkName } from "../../src/service/check-name.ts";
import { writeService } from "../../src/service/write-service.ts";

const root = resolve(import.meta.dirname, "../../../..");

/** A repository with the contract of the billing service, and as much of this one as the generator reads. */
async function repository(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-service-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(resolve(import.meta.dirname, "billing"), join(folder, "specs/billing"), { recursive: true });
  await cp(join(root, "specs/redocly.yaml"), join(folder, "specs/redocly.yaml"));
  await mkdir(join(folder, "packages"));
  await symlink(join(root, "packages/generate"), join(folder, "packages/generate"), "dir");
  await symlink(join(root, "packages/core"), join(folder, "packages/core"), "dir");
  return folder;
}

/** The texts of all files of a folder, by their paths. */
async function textsIn(folder: string): Promise<{ readonly [path: string]: string }> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const texts = files.map(async ({ parentPath, name }) => [join(parentPath, name), await readFile(join(parentPath, name), "utf8")] as const);
  return Object.fromEntries(await Promise.all(texts));
}

async function edit(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(path, change(await readFile(path, "utf8")));
}

describe("a service that is made of its contract", () => {
  it("has a package with the files of every client, and nothing changes the second time", async () => {
    const folder = await repository();
    const written = await writeService(folder, "billing");
    const sources = ["README.md", "package.json", "src/index.ts", "src/node.ts", "test/contract.test.ts", "test/types.test-d.ts"];
    const settings = ["tsconfig.build-node.json", "tsconfig.build.json", "turbo.json"];
    expect(written).toEqual([".changeset/billing-client.md", ...[...sources, ...settings].map((path) => `packages/billing/${path}`)]);
    const before = await textsIn(join(folder, "packages/billing"));
    expect(Object.keys(before).map((path) => path.slice(join(folder, "packages/billing/").length))).toContain("src/generated/client.ts");
    expect(await writeService(folder, "billing")).toEqual([]);
    expect(await textsIn(join(folder, "packages/billing"))).toEqual(before);
  });

  it("shows a first call and its operations in the README", async () => {
    const folder = await repository();
    await writeService(folder, "billing");
    const readme = await readFile(join(folder, "packages/billing/README.md"), "utf8");
    expect(readme).toContain(`import { createBillingClient } from "@keywright/billing";

const billing = createBillingClient({
  baseUrl: "https://billing.example.com",
  credentials: { accountKey: process.env.KEYWRIGHT_BILLING_ACCOUNT_KEY },
  servers: { files: { baseUrl: "https://files.example.com", credentials: { accountKey: process.env.KEYWRIGHT_BILLING_ACCOUNT_KEY } } },
});
for await (const entry of billing.listInvoices()) console.log(entry);
`);
    expect(readme).toMatch(/^\| `getReport` +\| Reads what was paid in a month\. +\|$/m);
    expect(readme).toMatch(/^\| `ArgumentError` +\| `invalid-argument` +\|/m);
  });

  it("keeps what a person wrote, and follows the contract in its generated files and entries", async () => {
    const folder = await repository();
    await writeService(folder, "billing");
    const at = (path: string): string => join(folder, "packages/billing", path);
    await edit(at("src/index.ts"), (text) => `${text}export const own = 1;\n`);
    await edit(at("package.json"), (text) => text.replace('"version": "0.0.0"', '"version": "1.2.3"'));
    await rm(join(folder, ".changeset/billing-client.md"));
    const closed = "anyOf:\n        - type: string\n          enum: [OPEN, PAID, VOID]\n        - type: string\n    Invoice:";
    await edit(join(folder, "specs/billing/openapi.yaml"), (text) => text.replace(closed, "type: string\n    Invoice:").replace("getReport", "getSummary"));
    expect(await writeService(folder, "billing")).toEqual(["packages/billing/package.json"]);
    expect(await readFile(at("src/index.ts"), "utf8")).toContain("export const own = 1;");
    expect(await readFile(at("src/generated/operations.ts"), "utf8")).toContain("getSummary");
    const manifest = JSON.parse(await readFile(at("package.json"), "utf8")) as { readonly version: string; readonly exports: object };
    expect(manifest.version).toBe("1.2.3");
    expect(Object.keys(manifest.exports)).toEqual([".", "./node", "./openapi.json", "./package.json", "./functions", "./schema", "./operations"]);
  });
});

describe("a service that cannot be made", () => {
  it.each([
    ["Billing", /lower-case letters and digits.*got "Billing"/],
    ["ticket--desk", /lower-case letters and digits, with dashes between words.*got "ticket--desk"/],
    ["../billing", /lower-case letters and digits/],
    ["export", /export is a reserved word/],
    ["core", /packages\/core exists and is not the package of specs\/core\/openapi.yaml/],
    ["stock", /specs\/stock\/openapi.yaml is missing; write the contract first/],
  ])("is rejected in words: %s", async (name, message) => {
    const folder = await repository();
    expect(() => checkName(folder, name)).toThrow(message);
  });

  it("is rejected if its folder contains something else", async () => {
    const folder = await repository();
    expect(() => checkName(folder, "billing")).not.toThrow();
    await mkdir(join(folder, "packages/billing"));
    expect(() => checkName(folder, "billing")).toThrow(/packages\/billing exists and is not the package of specs\/billing\/openapi.yaml/);
  });

  it.each([
    [[], 2, /the name of the service is missing\.\nUsage: npx pnpm service <name>/],
    [["stock"], 1, /^specs\/stock\/openapi\.yaml is missing; write the contract first: specs\/README\.md has the conventions\n$/],
    [["Stock"], 1, /^expected a service name of lower-case letters and digits/],
  ])("ends the command with its reason and without a stack: %j", async (words, code, said) => {
    const failure = await askCommand(join(root, "tools/contracts/src/service/cli.ts"), ...words);
    expect(failure.code).toBe(code);
    expect(failure.stderr).toMatch(said);
    expect(failure.stderr).not.toMatch(/\n +at /);
  });
});
