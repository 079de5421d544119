import { copyFile, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { bundlePrograms } from "@keywright/tool-test-kit/testing/bundle-programs";
import { PETSHOP } from "@keywright/tool-test-kit/testing/petshop";
import { keywrightGenerate, projectForTest } from "./support.ts";
import { typeErrorsOf } from "./type-errors.ts";

const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
const [petshopSnippet = "", reportsSnippet = ""] = [...readme.matchAll(/^```ts test\n([\s\S]*?)^```$/gm)].map(([, code]) => code ?? "");

it("the generated client compiles with a program and the README's snippet, and sends what the contract says", async () => {
  const folder = await projectForTest();
  const { exitCode, errors } = await keywrightGenerate(PETSHOP.contract, "--out", join(folder, "generated"));
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: [] });
  const program = join(folder, "program.ts");
  await copyFile(PETSHOP.program, program);
  expect(petshopSnippet).toContain("createPetshopClient");
  const programText = await readFile(program, "utf8");
  expect(typeErrorsOf({ ...(await generatedIn(folder)), "program.ts": programText, "snippet.ts": petshopSnippet })).toEqual([]);
  const { output } = await runProgram("program.ts", folder);
  expect(JSON.parse(output)).toEqual(PETSHOP.printed);
});

it("the README's second contract makes a client that compiles with its snippet, which does what it says", async () => {
  const folder = await projectForTest();
  const [, contract = ""] = /^```yaml\n(openapi:[\s\S]*?)^```$/m.exec(readme) ?? [];
  await writeFile(join(folder, "openapi.yaml"), contract);
  expect(await keywrightGenerate(join(folder, "openapi.yaml"), "--out", join(folder, "generated"))).toMatchObject({ exitCode: 0, errors: [] });
  expect(typeErrorsOf({ ...(await generatedIn(folder)), "snippet.ts": reportsSnippet })).toEqual([]);
  await writeFile(join(folder, "snippet.ts"), SERVICES + reportsSnippet);
  const { output } = await runProgram("snippet.ts", folder);
  expect(output.trim().split("\n")).toEqual([
    "POST https://reports.example.com/reports Bearer reports-token",
    "GET https://reports.example.com/reports/7 Bearer reports-token",
    "GET https://files.example.com/files/7 Bearer files-token",
    "Uint8Array(3) [ 80, 68, 70 ]",
    "GET https://reports.example.com/changes Bearer reports-token",
    "8 running",
    "8 done",
  ]);
});

/** What answers in place of the two services: it prints what it is asked. */
const SERVICES = `
Object.assign(process.env, { REPORTS_TOKEN: "reports-token", FILES_TOKEN: "files-token" });
const answers: { readonly [path: string]: () => Response } = {
  "/reports": () => Response.json({ id: "7", state: "running" }, { status: 202, headers: { "retry-after": "0" } }),
  "/reports/7": () => Response.json({ id: "7", state: "done" }),
  "/files/7": () => new Response("PDF", { headers: { "content-type": "application/pdf" } }),
  "/changes": () => new Response('data: {"id":"8","state":"running"}\\n\\ndata: {"id":"8","state":"done"}\\n\\n', { headers: { "content-type": "text/event-stream" } }),
};
globalThis.fetch = async (input, init) => {
  console.log(init?.method, String(input), new Headers(init?.headers).get("authorization"));
  return answers[new URL(String(input)).pathname]?.() ?? new Response(null, { status: 404 });
};
`;

/** The generated files of a project, by their paths. */
async function generatedIn(folder: string): Promise<{ readonly [path: string]: string }> {
  const names = (await readdir(join(folder, "generated"))).map((name) => `generated/${name}`);
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const)));
}

/** Runs a program of a project. */
async function runProgram(name: string, folder: string): ReturnType<typeof runCommand> {
  await bundlePrograms([join(folder, name)], join(folder, "bundled"));
  return runCommand(process.execPath, [join(folder, "bundled", name.replace(/ts$/, "js"))], { folder });
}
