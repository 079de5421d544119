import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { askCommand } from "@keywright/tool-test-kit/testing/ask-command";
import { PATIENCE_MS } from "@keywright/tool-test-kit/testing/limits";
import { describe, expect, it } from "vitest";
import { generate } from "@keywright/generate";
import { writeClient } from "../../src/generate/write-client.ts";

const contract = fileURLToPath(new URL("../../../../specs/events/openapi.yaml", import.meta.url));
const OWN_ERRORS = `
export type OwnErrorCode = /** Several. */ "ambiguous" | "not-found";
/** A search found none, or several. It says where. */
export class LookupError extends KeywrightError<OwnErrorCode> {}
`;
const errorsFile = fileURLToPath(new URL("../../../../packages/core/src/lib/errors.ts", import.meta.url));
const command = fileURLToPath(new URL("../../src/generate-cli.ts", import.meta.url));
const files = await generate(contract);

interface Outcome {
  readonly exitCode: number;
  readonly out: readonly string[];
  readonly errors: readonly string[];
}

async function run(spec: string, folder: string, options: Omit<Parameters<typeof writeClient>[0], "spec" | "folder"> = {}): Promise<Outcome> {
  const out: string[] = [];
  const errors: string[] = [];
  const screen = { log: (line: string) => void out.push(line), error: (line: string) => void errors.push(line) };
  return { exitCode: await writeClient({ spec, folder, ...options }, screen), out, errors };
}

/** Gives a test a folder with everything that the events contract gives, and takes it away again. */
async function withGenerated(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-generated-"));
  try {
    await Promise.all(Object.entries(files).map(([name, content]) => writeFile(join(folder, name), content)));
    await test(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function contentsOf(folder: string): Promise<{ readonly [name: string]: string }> {
  const names = await readdir(folder);
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const)));
}

describe("writeClient", () => {
  it("writes every file of a package and takes away what is no longer generated", async () => {
    await withGenerated(async (folder) => {
      await writeFile(join(folder, "old.ts"), "");
      await writeFile(join(folder, "client.ts"), "// edited\n");
      await rm(join(folder, "values.ts"));
      const outcome = await run(contract, folder);
      expect(outcome).toEqual({ exitCode: 0, out: [`${folder}: ${Object.keys(files).length} files written`], errors: [] });
      expect(await contentsOf(folder)).toEqual(files);
    });
  });

  it("with --check finds an unchanged folder up to date", async () => {
    await withGenerated(async (folder) => {
      expect(await run(contract, folder, { check: true })).toEqual({ exitCode: 0, out: [`${folder}: up to date`], errors: [] });
    });
  });

  it("with --check fails on a file that has drifted, names it and leaves it as it is", async () => {
    await withGenerated(async (folder) => {
      await writeFile(join(folder, "client.ts"), "// edited\n");
      const before = await contentsOf(folder);
      const outcome = await run(contract, folder, { check: true });
      expect(outcome).toEqual({
        exitCode: 1,
        out: [],
        errors: [`${folder}/client.ts differs from the contract: run \`pnpm generate\` and commit the result`],
      });
      expect(await contentsOf(folder)).toEqual(before);
    });
  });

  it("with --check fails on a file that is missing", async () => {
    await withGenerated(async (folder) => {
      await rm(join(folder, "values.ts"));
      const outcome = await run(contract, folder, { check: true });
      expect(outcome).toEqual({ exitCode: 1, out: [], errors: [`${folder}/values.ts is missing: run \`pnpm generate\` and commit the result`] });
    });
  });

  it("with --check fails on a file that is no longer generated", async () => {
    await withGenerated(async (folder) => {
      await writeFile(join(folder, "old.ts"), "");
      const outcome = await run(contract, folder, { check: true });
      expect(outcome).toEqual({ exitCode: 1, out: [], errors: [`${folder}/old.ts is no longer generated: run \`pnpm generate\` and commit the result`] });
    });
  });

  it("with --check fails on a folder that is not there, and makes none", async () => {
    await withGenerated(async (parent) => {
      const folder = join(parent, "missing");
      const { exitCode, errors } = await run(contract, folder, { check: true });
      expect(exitCode).toBe(1);
      expect(errors).toEqual(Object.keys(files).map((name) => `${folder}/${name} is missing: run \`pnpm generate\` and commit the result`));
      await expect(readdir(folder)).rejects.toThrow("ENOENT");
    });
  });

  it("puts the errors that the package throws into its README", async () => {
    await withGenerated(async (folder) => {
      const rowsOf = async (service: string, own: string): Promise<string> => {
        const home = join(folder, service);
        await mkdir(join(home, "src/lib"), { recursive: true });
        if (own !== "") await writeFile(join(home, "src/lib/errors.ts"), own);
        await writeFile(join(home, "README.md"), "# Errors\n\n<!-- generated: errors -->\n\n<!-- end -->\n");
        const sections = { readme: join(home, "README.md"), errors: errorsFile };
        expect(await run(contract.replace("events", service), join(home, "src/generated"), sections)).toMatchObject({ exitCode: 0 });
        return readFile(join(home, "README.md"), "utf8");
      };
      const [events, vault] = await Promise.all([rowsOf("events", ""), rowsOf("vault", OWN_ERRORS)]);
      expect(events).toContain("| `TimeoutError` | `timeout` |");
      expect(events).toMatch(/^\| `PaginationError` \| .*`position-too-long`, `no-progress` \|/m);
      expect(events).toMatch(/^\| `CheckpointError` \| `checkpoint-damaged`, .*`cursor-refused` \| A feed cannot use its checkpoint\. \|$/m);
      expect(vault).not.toMatch(/CheckpointError|no-progress/);
      expect(vault).toMatch(/^\| `LookupError` \| `ambiguous`, `not-found` \| A search found none, or several\. \|$/m);
      expect(events).not.toContain("LookupError");
    });
  });

  it.each([
    [[contract], /^Expected a contract and a folder\.\nUsage: generate-cli\.ts <contract\.yaml> <folder> \[--fetch\] \[--check\]/],
    [[contract, "folder", "--chek"], /--chek[\s\S]*Usage:/],
  ])("exits with 2 for the invalid arguments %j", async (args, message) => {
    expect(await askCommand(command, ...args)).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
  });

  it("says which contract cannot be read", async () => {
    expect(await run("specs/none/openapi.yaml", "folder")).toMatchObject({
      exitCode: 1,
      errors: [expect.stringMatching(/specs\/none\/openapi\.yaml:1:1: the contract cannot be read: .*no such file/)],
    });
  });

  it("ends its process with the exit code, as packages call it", async () => {
    await withGenerated(async (folder) => {
      await writeFile(join(folder, "client.ts"), "// edited\n");
      const ended = promisify(execFile)(process.execPath, ["--import", "tsx", command, contract, folder, "--check"], { timeout: PATIENCE_MS });
      const failure: unknown = await ended.catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("client.ts differs from the contract") });
    });
  });
});
