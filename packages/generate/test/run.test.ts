import { execFile } from "node:child_process";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PATIENCE_MS } from "@keywright/tool-test-kit/testing/limits";
import { describe, expect, it } from "vitest";
import { bundledProgram } from "@keywright/tool-test-kit/testing/bundled-program";
import { PETSHOP } from "@keywright/tool-test-kit/testing/petshop";
import { keywrightGenerate, projectForTest } from "./support.ts";

const command = bundledProgram(fileURLToPath(new URL("..", import.meta.url)));

/** A project with a contract, and the client that was generated of it. */
async function generatedProject(...more: readonly string[]): Promise<{ readonly folder: string; readonly contract: string; readonly out: string }> {
  const folder = await projectForTest();
  const contract = join(folder, "api/openapi.yaml");
  await mkdir(join(folder, "api"));
  await copyFile(PETSHOP.contract, contract);
  await copyFile(PETSHOP.schemas, join(folder, "api/schemas.yaml"));
  const out = join(folder, "src/generated");
  expect(await keywrightGenerate(contract, "--out", out, ...more)).toEqual({ exitCode: 0, out: [`${out}: 8 files written`], errors: [] });
  return { folder, contract, out };
}

async function textOf(folder: string): Promise<string> {
  const names = (await readdir(folder)).sort();
  return (await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")))).join("\n");
}

describe("keywright-generate", () => {
  it("writes the client of a contract that is not of this repository", async () => {
    const { out } = await generatedProject();
    expect((await readdir(out)).sort()).toEqual([
      "README.md",
      "client.ts",
      "environment.ts",
      "functions.ts",
      "index.ts",
      "openapi.json",
      "operations.ts",
      "schema.ts",
    ]);
    const text = await textOf(out);
    expect(text).toContain("// Generated from ../../api/openapi.yaml by `keywright-generate`. Do not edit: change the contract.");
    expect(text).toContain("@see ../../api/openapi.yaml `petsList`");
    expect(text).not.toMatch(/pnpm|specs\//);
    expect(text).toContain('export { createPetshopClient, isPetshopError } from "./client.js";');
    expect(text).not.toMatch(/from "\.\/\w+\.ts"/);
  });

  it("takes the name of the service, and the extension of imports", async () => {
    const { out } = await generatedProject("--name", "corner-shop", "--extension", "ts");
    expect(await readFile(join(out, "index.ts"), "utf8")).toContain('export { createCornerShopClient, isCornerShopError } from "./client.ts";');
  });

  it("reads other folders and URLs only by an option, which the command in its messages contains", async () => {
    const { folder, contract } = await generatedProject();
    const moved = join(folder, "moved/openapi.yaml");
    await mkdir(join(folder, "moved"));
    await writeFile(moved, (await readFile(contract, "utf8")).replaceAll("schemas.yaml", "../api/schemas.yaml"));
    const words = [moved, "--out", join(folder, "client")];
    const { exitCode, errors } = await keywrightGenerate(...words);
    expect([exitCode, errors.join()]).toEqual([1, expect.stringContaining("../api/schemas.yaml is outside the contract's folder")]);
    const { errors: missing } = await keywrightGenerate(...words, "--allow-references", join(folder, "api"), "--check");
    expect(missing.join()).toContain(`run \`npx keywright-generate ${words.join(" ")} --allow-references ${join(folder, "api")}\``);
    for (const invalid of ["ftp://api.example.com", "file:///schemas", ""])
      expect(await keywrightGenerate(...words, "--allow-references", invalid)).toMatchObject({
        exitCode: 2,
        errors: [expect.stringContaining("--allow-references must be a folder, a file, or a URL")],
      });
  });

  it.each([
    ["a schema", "components: { schemas: { X: null } }\npaths: {}"],
    ["a media type", 'paths: { /a: { get: { responses: { "200": { description: A., content: { application/json: null } } } } } }'],
  ])("says where %s is null, whatever else fails because of it", async (_what, members) => {
    const folder = await projectForTest();
    await writeFile(join(folder, "openapi.yaml"), `openapi: 3.1.0\ninfo: { title: Thing, version: "1" }\n${members}\n`);
    const { exitCode, errors } = await keywrightGenerate(join(folder, "openapi.yaml"), "--out", join(folder, "client"));
    expect([exitCode, errors.join()]).toEqual([1, expect.stringMatching(/openapi\.yaml:\d+:\d+: /)]);
  });

  it("names the service by the folder if the title begins with no name, and service if neither is one", async () => {
    const { folder, contract } = await generatedProject();
    for (const [place, expected] of [
      ["stores", "createStoresClient"],
      ["1st", "createServiceClient"],
    ] as const) {
      await mkdir(join(folder, place));
      const text = (await readFile(contract, "utf8")).replace("title: Petshop API", "title: 7 Pets").replaceAll("schemas.yaml", "../api/schemas.yaml");
      await writeFile(join(folder, place, "openapi.yaml"), text);
      expect(
        (await keywrightGenerate(join(folder, place, "openapi.yaml"), "--out", join(folder, `${place}-client`), "--allow-references", join(folder, "api")))
          .exitCode,
      ).toBe(0);
      expect(await readFile(join(folder, `${place}-client`, "index.ts"), "utf8")).toContain(`export { ${expected}, `);
    }
  });

  it("writes a folder again, without what is no longer generated", async () => {
    const { contract, out } = await generatedProject();
    const before = await textOf(out);
    await writeFile(join(out, "feeds.ts"), "// Generated from ../../api/openapi.yaml by an earlier release.\n");
    await writeFile(join(out, "client.ts"), `${await readFile(join(out, "client.ts"), "utf8")}\n// edited\n`);
    expect((await keywrightGenerate(contract, "--out", out)).exitCode).toBe(0);
    expect(await textOf(out)).toBe(before);
  });

  it("neither overwrites nor removes a file that it did not write", async () => {
    const { contract, folder, out } = await generatedProject();
    await writeFile(join(out, "helper.ts"), "export {};\n");
    expect(await keywrightGenerate(contract, "--out", out)).toEqual({
      exitCode: 1,
      out: [],
      errors: [`${out} must contain only generated files; it has helper.ts. Pass another folder with --out, or move them.`],
    });
    expect(await readFile(join(out, "helper.ts"), "utf8")).toBe("export {};\n");
    await writeFile(join(folder, "README.md"), "# Ours\n");
    expect(await keywrightGenerate(contract, "--out", folder)).toMatchObject({
      exitCode: 1,
      errors: [expect.stringContaining("it has README.md, api, node_modules, package.json, src.")],
    });
    expect(await readFile(join(folder, "README.md"), "utf8")).toBe("# Ours\n");
  });

  it("with --check writes nothing, and fails if the folder differs from the contract", async () => {
    const { contract, out } = await generatedProject();
    expect(await keywrightGenerate(contract, "--out", out, "--check")).toEqual({ exitCode: 0, out: [`${out}: up to date`], errors: [] });
    await writeFile(contract, (await readFile(contract, "utf8")).replace("operationId: pets.read", "operationId: pets.get"));
    const before = await textOf(out);
    const { exitCode, errors } = await keywrightGenerate(contract, "--out", out, "--check");
    expect(exitCode).toBe(1);
    expect(errors).toContain(`${out}/client.ts differs from the contract: run \`npx keywright-generate ${contract} --out ${out}\` and commit the result`);
    expect(await textOf(out)).toBe(before);
  });

  it("reports what is not supported with file, line and column, all at once, and writes nothing", async () => {
    const { contract, folder } = await generatedProject();
    const text = (await readFile(contract, "utf8"))
      .replace("{ type: apiKey, in: header, name: X-Shop-Key }", "{ type: http, scheme: digest }")
      .replace("style: form, explode: false", "style: spaceDelimited, explode: true");
    await writeFile(contract, text);
    const lineOf = (part: string): number => text.slice(0, text.indexOf(part)).split("\n").length;
    const out = join(folder, "other");
    const { exitCode, errors } = await keywrightGenerate(contract, "--out", out);
    expect(exitCode).toBe(1);
    expect(errors.join("\n")).toMatch(new RegExp(`api/openapi\\.yaml:${lineOf("- { name: widths")}:\\d+: .*exploded`));
    expect(errors.join("\n")).toMatch(new RegExp(`api/openapi\\.yaml:${lineOf("shop_key: { type")}:\\d+: .*digest`));
    expect(errors.join("\n")).not.toMatch(/^\s+at /m);
    await expect(readdir(out)).rejects.toThrow("ENOENT");
  });

  it("says which contract cannot be read", async () => {
    const folder = await projectForTest();
    const outcome = await keywrightGenerate(join(folder, "none.yaml"), "--out", join(folder, "out"));
    expect(outcome).toMatchObject({ exitCode: 1, errors: [expect.stringMatching(/none\.yaml:1:1: the contract cannot be read: .*no such file/)] });
  });

  it.each([
    ["no contract", [], "<contract> is missing"],
    ["no folder", ["a.yaml"], "--out is missing"],
    ["two contracts", ["a.yaml", "b.yaml", "--out", "c"], "Expected one contract; got a.yaml and b.yaml."],
    ["an unknown option", ["a.yaml", "--outt", "c"], "--outt is not an option of keywright-generate; did you mean --out? Try "],
    ["an option that is near to none", ["a.yaml", "--verbose"], "--verbose is not an option of keywright-generate. Try "],
    ["a URL", ["https://user:sentinel@example.com/a.yaml", "--out", "c"], "<contract> must be the path of a file, not a URL: download it first."],
    ["a file and a URL", ["a.yaml", "https://user:sentinel@example.com", "--out", "c"], "<contract> must be the path of a file, not a URL"],
    [
      "a name that is none",
      ["a.yaml", "--out", "c", "--name", "export"],
      '--name must consist of letters and digits with dashes in between, and not be a reserved word of JavaScript; got "export".',
    ],
    ["an extension that is none", ["a.yaml", "--out", "c", "--extension", "mjs"], '--extension must be js or ts; got "mjs".'],
  ])("says how it is used, for %s", async (_what, words, problem) => {
    const { exitCode, errors } = await keywrightGenerate(...words);
    expect(exitCode).toBe(2);
    expect(errors.join("\n")).toContain(problem);
    expect(errors.join("\n")).toContain("Try keywright-generate --help");
    expect(errors.join("\n")).not.toContain("sentinel");
  });

  it("prints its help, and ends its process with the exit code", async () => {
    expect(await keywrightGenerate("--help")).toMatchObject({ exitCode: 0, out: [expect.stringContaining("--check")], errors: [] });
    const failure: unknown = await promisify(execFile)(process.execPath, [command], { timeout: PATIENCE_MS }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("<contract> is missing") });
  });
});
