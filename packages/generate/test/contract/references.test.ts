import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { formatFinding } from "../../src/lib/contract/index.ts";
import { openContract, type ReadOptions } from "../../src/lib/read/open-contract.ts";
import { generate } from "../../src/lib/generator/generate.ts";

const HEAD = 'openapi: 3.1.0\ninfo: { title: Desk, version: "1" }\n';

/** Writes files below a folder that is removed after the test, and returns its path. */
async function folderWith(files: { readonly [path: string]: string }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-references-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** A contract whose only schema is a reference, which is in line 6 and column 7. */
function contractOf(reference: string): string {
  return `${HEAD}paths: {}\ncomponents:\n  schemas:\n    A: { $ref: ${JSON.stringify(reference)} }\n`;
}

async function findingsOf(folder: string, options: ReadOptions = {}): Promise<string[]> {
  const { findings } = await openContract(join(folder, "api/openapi.yaml"), { house: false, ...options });
  return findings.map((finding) => formatFinding(finding, folder));
}

/** A server on the local machine. Returns its address, and the paths that were requested. */
async function serverForTest(): Promise<{ readonly url: string; readonly requested: string[] }> {
  const requested: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    requested.push(url);
    if (url === "/schemas/moved.yaml") response.writeHead(302, { location: "/schemas/a.yaml" });
    else response.setHeader("content-type", "application/yaml");
    response.end("type: string\n");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requested };
}

describe("references of a contract", () => {
  it("may point to files in its folder and below", async () => {
    const folder = await folderWith({
      "api/openapi.yaml": contractOf("schemas/a.yaml"),
      "api/schemas/a.yaml": "$ref: ../b.yaml\n",
      "api/b.yaml": "type: string\n",
    });
    expect(await findingsOf(folder)).toEqual([]);
  });

  it.each([
    ["../other/a.yaml", "../other/a.yaml is outside the contract's folder and was not read."],
    ["./../api/../other/a.yaml", "../other/a.yaml is outside"],
    ["../api-2/a.yaml", "../api-2/a.yaml is outside"],
    ["//host/a.yaml", "host/a.yaml is outside"],
    ["link.yaml", "link.yaml is outside"],
    ["linked/a.yaml", "linked/a.yaml is outside"],
    ["file:///etc/hosts", "A file: URL is not read."],
    ["data:application/yaml,type: string", "A data: URL is not read."],
    ["%2e%2e/other/a.yaml", "ENOENT"],
    ["HTTPS://api.example.com/a.yaml", "ENOENT"],
    ["https://ada:pass@api.example.com/a.yaml?key=secret", "https://api.example.com/a.yaml was not requested."],
  ])("may not point outside, unless the user allows it: %s", async (reference, message) => {
    const files = { "api/openapi.yaml": contractOf(reference), "other/a.yaml": "type: string\n", "api-2/a.yaml": "type: string\n" };
    const folder = await folderWith(files);
    await symlink("../other/a.yaml", join(folder, "api/link.yaml"));
    await symlink("../other", join(folder, "api/linked"), "dir");
    const [finding = "", ...more] = await findingsOf(folder);
    expect(more).toEqual([]);
    expect(finding).toMatch(/^api\/openapi\.yaml:6:\d+: Can't resolve \$ref: /);
    expect(finding).toContain(message);
    expect(finding).not.toMatch(/pass@|secret/);
  });

  it("may point to folders and files that the user allows, also through links", async () => {
    const folder = await folderWith({ "api/openapi.yaml": contractOf("link.yaml"), "other/a.yaml": "type: string\n" });
    await symlink("../other/a.yaml", join(folder, "api/link.yaml"));
    expect(await findingsOf(folder, { allowReferences: [join(folder, "other")] })).toEqual([]);
    expect(await findingsOf(folder, { allowReferences: [join(folder, "other/a.yaml")] })).toEqual([]);
    expect(await findingsOf(folder, { allowReferences: [join(folder, "oth")] })).toHaveLength(1);
  });

  it("may point to URLs that the user allows, but not to where these redirect", async () => {
    const { url, requested } = await serverForTest();
    const folder = await folderWith({ "api/openapi.yaml": contractOf(`${url}/schemas/a.yaml`) });
    for (const other of [`${url}/schema`, `${url}/schemas/b`, url.replace("127.0.0.1", "localhost"), folder])
      expect(await findingsOf(folder, { allowReferences: [other] })).toHaveLength(1);
    expect(requested).toEqual([]);
    expect(await findingsOf(folder, { allowReferences: [`${url}/schemas`] })).toEqual([]);
    await writeFile(join(folder, "api/openapi.yaml"), contractOf(`${url}/schemas/moved.yaml`));
    expect((await findingsOf(folder, { allowReferences: [url] })).join()).toContain("302");
    expect(requested).toEqual(["/schemas/a.yaml", "/schemas/moved.yaml"]);
  });

  it("send no request from any place of a contract", async () => {
    const { url, requested } = await serverForTest();
    const places = [
      `paths: { /a: { $ref: "${url}/a.yaml" } }\n`,
      `paths: {}\ncomponents: { schemas: { A: { type: object, discriminator: { propertyName: kind, mapping: { a: "${url}/a.yaml" } } } } }\n`,
    ];
    const folder = await folderWith({});
    await mkdir(join(folder, "api"));
    for (const place of places) {
      await writeFile(join(folder, "api/openapi.yaml"), HEAD + place);
      expect((await findingsOf(folder)).join()).toContain(`Can't resolve $ref: ${url}/a.yaml was not requested.`);
    }
    // Values may have properties of this name, and nothing reads extensions and examples.
    for (const place of [`x-topics: { a: { $ref: "${url}/a.yaml" } }\n`, `components: { examples: { A: { externalValue: "${url}/a.yaml" } } }\n`]) {
      await writeFile(join(folder, "api/openapi.yaml"), `${HEAD}paths: {}\n${place}`);
      expect(await findingsOf(folder)).toEqual([]);
    }
    const value = `{ $ref: "${url}/a.yaml", externalValue: "${url}/a.yaml" }`;
    const data = `components: { schemas: { A: { type: object, default: ${value}, example: ${value}, enum: [${value}] } } }\n`;
    await writeFile(join(folder, "api/openapi.yaml"), `${HEAD}paths: {}\n${data}`);
    await generate(join(folder, "api/openapi.yaml"), { house: false }).catch(() => undefined);
    expect(requested).toEqual([]);
  });
});

/** Ten aliases in each of some lists: the last one has 10 ** `levels` values. */
function bomb(levels: number, prefix: string): string {
  const lists = Array.from(
    { length: levels },
    (_, level) =>
      `${prefix}${level}: &a${level} [${Array(10)
        .fill(level === 0 ? "1" : `*a${level - 1}`)
        .join(", ")}]\n`,
  );
  return lists.join("");
}

describe("aliases of a contract", () => {
  const tooMany = "aliases repeat more than 100000 values";

  it("may not make a few lines a document of any size, in whichever file", async () => {
    const folder = await folderWith({ "api/openapi.yaml": `${HEAD}paths: {}\n${bomb(9, "x-")}` });
    expect(await findingsOf(folder)).toEqual([`api/openapi.yaml:8:47: ${tooMany}: this YAML cannot be read. Correct it`]);
    const schemas = Array.from(
      { length: 30 },
      (_, level) => `    S${level}: &s${level} { anyOf: [${level === 0 ? "true" : `*s${level - 1}, *s${level - 1}`}] }\n`,
    );
    await writeFile(join(folder, "api/openapi.yaml"), `${HEAD}paths: {}\ncomponents:\n  schemas:\n${schemas.join("")}`);
    expect((await findingsOf(folder)).join()).toContain(tooMany);
    await writeFile(join(folder, "api/openapi.yaml"), contractOf("many.yaml"));
    await writeFile(join(folder, "api/many.yaml"), bomb(9, "x-"));
    expect((await findingsOf(folder)).join()).toContain(`api/many.yaml:5:47: Failed to parse: ${tooMany}`);
    const text = `x-t: &t ${"t".repeat(200_000)}\nx-many: [${Array(100).fill("*t").join(", ")}]\n`;
    await writeFile(join(folder, "api/openapi.yaml"), `${HEAD}paths: {}\n${text}`);
    expect((await findingsOf(folder)).join()).toContain("aliases repeat more than 10000000 characters");
  });

  it("may not contain themselves, and may not nest without end", async () => {
    const folder = await folderWith({ "api/openapi.yaml": `${HEAD}paths: {}\nx-a: &a [*a]\n` });
    expect(await findingsOf(folder)).toEqual(["api/openapi.yaml:4:11: an alias repeats a value that contains it: this YAML cannot be read. Correct it"]);
    const chain = Array.from({ length: 300 }, (_, level) => `x-${level}: &a${level} [${level === 0 ? "1" : `*a${level - 1}`}]\n`);
    await writeFile(join(folder, "api/openapi.yaml"), `${HEAD}paths: {}\n${chain.join("")}`);
    expect((await findingsOf(folder)).join()).toContain("aliases nest more than 100 values");
    await writeFile(join(folder, "api/openapi.yaml"), `${HEAD}paths: {}\nx-deep: ${"[".repeat(10_000)}${"]".repeat(10_000)}\n`);
    expect((await findingsOf(folder)).join()).toContain("nesting exceeded maxDepth (100)");
  });

  it("may repeat more than the largest public contracts contain", async () => {
    const folder = await folderWith({ "api/openapi.yaml": `${HEAD}paths: {}\n${bomb(4, "x-")}x-more: [*a3, *a3, *a3, *a3, *a3]\n` });
    expect(await findingsOf(folder)).toEqual([]);
  });
});
