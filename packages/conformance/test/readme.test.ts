import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createVaultEmulator, serveEmulator } from "@keywright/emulator";
import { bundledProgram } from "@keywright/tool-test-kit/testing/bundled-program";
import { expect, it, onTestFinished } from "vitest";

const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
const command = bundledProgram(fileURLToPath(new URL("..", import.meta.url)));

it("the commands of the README run as they are, one after the other, on an emulator", async () => {
  const emulator = createVaultEmulator();
  const server = await serveEmulator(emulator, { port: 0 });
  const folder = await mkdtemp(join(tmpdir(), "conformance-readme-"));
  onTestFinished(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  await mkdir(join(folder, "bin"));
  await symlink(command, join(folder, "bin", "keywright-conformance"));
  const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block).filter((block) => !block.startsWith("npm install"));
  expect(blocks.length).toBeGreaterThanOrEqual(2);
  const vault = emulator.store.vaults.list()[0]?.id ?? "";
  const script = `set -e\n${blocks.join("\n")}`
    .replaceAll("https://vault.example.com", server.url)
    .replaceAll("example-token", emulator.token)
    .replaceAll("iihcwjkpp63v2nsmo436sdbeuu", vault);
  const child = spawn("sh", ["-c", script], {
    cwd: folder,
    env: { ...process.env, PATH: `${join(folder, "bin")}${delimiter}${process.env["PATH"]}` },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  expect(await new Promise((resolve) => child.once("close", resolve)), output).toBe(0);
  expect(output.match(/^vault http:\/\/127\.0\.0\.1:\d+: \d+ held, 0 broken, \d+ not tested$/gm)).toHaveLength(2);
  expect(output).toMatch(/^ {4}held {8}atomic {12}a patch applies completely or not at all$/m);
});
