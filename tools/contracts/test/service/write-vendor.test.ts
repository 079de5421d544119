import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { askCommand } from "@keywright/tool-test-kit/testing/ask-command";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkName } from "../../src/service/check-name.ts";
import { removeService } from "../../src/service/remove-service.ts";
import { writeVendor } from "../../src/service/write-vendor.ts";

const vendor = join(import.meta.dirname, "vendor");
const [contract, overlay] = [join(vendor, "lending/api.yml"), join(vendor, "lending-overlay.yaml")];
const command = join(import.meta.dirname, "../../src/service/cli.ts");

function silent(): void {}

/** An empty repository, for the length of a test. */
async function repository(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-vendor-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "packages/emulator"), { recursive: true });
  await writeFile(join(folder, "packages/emulator/package.json"), '{ "exports": {}, "scripts": {}, "dependencies": {} }');
  return folder;
}

async function scriptIn(folder: string): Promise<string> {
  const { scripts } = JSON.parse(await readFile(join(folder, "packages/lending/package.json"), "utf8")) as { readonly scripts: { readonly generate: string } };
  return scripts.generate.replace(/^.*generate-cli\.ts /, "");
}

describe("the client of a contract of others", () => {
  it("keeps each file of the contract byte for byte, and has a package that generates from it", async () => {
    const folder = await repository();
    expect(() => checkName(folder, "lending", true)).not.toThrow();
    const said: string[] = [];
    expect(await writeVendor(folder, "lending", [contract, overlay], (line) => said.push(line))).toContain("packages/lending/README.md");
    expect(said.join("\n")).toMatch(/^note: .*api\.yml:32:9: putToolsToolId: the body must have one media type.* Chosen: application\/json$/m);
    for (const file of ["api.yml", "parts/schemas.yml"])
      expect(await readFile(join(folder, "specs/vendor/lending", file)), file).toEqual(await readFile(join(vendor, "lending", file)));
    expect(await scriptIn(folder)).toBe(
      "../../specs/vendor/lending/api.yml src/generated --vendor lending --overlay ../../specs/vendor/lending/lending-overlay.yaml",
    );
    expect(await readFile(join(folder, "packages/lending/src/generated/client.ts"), "utf8")).toContain("searchLoans(");
    expect(await readFile(join(folder, "packages/lending/README.md"), "utf8")).toContain("Client of `Lending Desk API`");
    expect(await readdir(join(folder, "packages/lending/test"))).toEqual(["types.test-d.ts"]);
  });

  it("follows a later file, and is removed with its contract", async () => {
    const folder = await repository();
    await writeVendor(folder, "lending", [contract, overlay], silent);
    await cp(join(vendor, "lending"), join(folder, "new"), { recursive: true });
    await writeFile(join(folder, "new/api-8.yml"), (await readFile(contract, "utf8")).replaceAll("/tools", "/things"));
    expect(await writeVendor(folder, "lending", [join(folder, "new/api-8.yml")], silent)).toEqual([]);
    expect(await scriptIn(folder)).toBe("../../specs/vendor/lending/api-8.yml src/generated --vendor lending");
    expect(await readFile(join(folder, "packages/lending/src/generated/client.ts"), "utf8")).toContain("getThings(");
    expect(await removeService(folder, "lending")).toEqual(["specs/vendor/lending", "packages/lending", ".changeset/lending-client.md"]);
  });

  it("begins no package if no client can be generated, and says where the contract must change", async () => {
    const folder = await repository();
    const broken = join(folder, "broken.yaml");
    await writeFile(broken, "openapi: 3.0.0\ninfo: { title: Broken, version: '1' }\npaths: { /x: { get: { responses: { '200': { $ref: '#/nowhere' } } } } }\n");
    await expect(writeVendor(folder, "broken", [broken], silent)).rejects.toThrow(/broken\.yaml:3:\d+: /);
    expect(await readdir(join(folder, "packages"))).toEqual(["emulator"]);
    expect(await readdir(folder)).not.toContain("specs");
  });

  it("keeps a contract that works if a later file is broken, or refers to a file outside of its folder", async () => {
    const folder = await repository();
    await writeVendor(folder, "lending", [contract, overlay], silent);
    await mkdir(join(folder, "new"));
    await writeFile(join(folder, "new/api.yml"), "openapi: [");
    await expect(writeVendor(folder, "lending", [join(folder, "new/api.yml")], silent)).rejects.toThrow(/new\/api\.yml:1:/);
    await cp(join(vendor, "lending/parts"), join(folder, "parts"), { recursive: true });
    await writeFile(join(folder, "new/api.yml"), (await readFile(contract, "utf8")).replaceAll("parts/", "../parts/"));
    await expect(writeVendor(folder, "lending", [join(folder, "new/api.yml")], silent)).rejects.toThrow(/parts\/schemas\.yml is outside the contract's folder/);
    expect(await readFile(join(folder, "specs/vendor/lending/api.yml"))).toEqual(await readFile(contract));
  });

  it.each([
    [["lending", "--vendor", "none.json"], 1, /^none\.json is no file; pass the first file of a contract/],
    [["lending", "--vendor", contract, "--overlay", vendor], 1, /vendor is no file; pass/],
    [["vault", "--vendor", contract], 1, /^packages\/vault exists and is not the package of specs\/vendor\/vault\//],
    [["vendor"], 1, /^specs\/vendor is the folder of contracts of others; choose another name/],
    [["lending", "--overlay", overlay], 2, /^--overlay is only understood with --vendor\./],
    [["lending", "--vendor", contract, "--emulator"], 2, /^--vendor writes a client alone; remove --emulator/],
  ])("ends the command with its reason: %j", async (words, code, said) => {
    const failure = await askCommand(command, ...words);
    expect([failure.code, failure.stderr]).toEqual([code, expect.stringMatching(said)]);
  });
});
