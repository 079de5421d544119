import { mkdir, readFile, symlink } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createVaultEmulator, serveEmulator } from "@keywright/emulator";
import { bundledProgram } from "@keywright/tool-test-kit/testing/bundled-program";
import { expect, it, onTestFinished } from "vitest";
import { folderForTest, startProcess } from "./support.ts";

const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
const command = bundledProgram(fileURLToPath(new URL("..", import.meta.url)));

it("the commands of the README run as they are, one after the other, on an emulator", async () => {
  const emulator = createVaultEmulator();
  const server = await serveEmulator(emulator, { port: 0 });
  onTestFinished(() => server.close());
  const folder = await folderForTest();
  await mkdir(join(folder, "bin"));
  await symlink(command, join(folder, "bin", "keywright-run"));
  const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block).filter((block) => !block.startsWith("npm install"));
  expect(blocks.length).toBeGreaterThanOrEqual(2);
  const script = `set -e\n${blocks.join("\n").replace("https://vault.example.com", server.url).replace("example-token", emulator.token)}`;
  const started = startProcess("sh", ["-c", script], {
    cwd: folder,
    env: { ...process.env, PATH: `${join(folder, "bin")}${delimiter}${process.env["PATH"]}` },
  });
  expect(await started.ended, started.output.stderr).toEqual([0, null]);
  expect(started.output.stdout).toContain("The password is [secret]\n");
  expect(started.output.stdout).toMatch(/^PORTAL_PASSWORD: op:\/\/Production\/Finance portal\/password \(version \d+\)$/m);
  expect(await readFile(join(folder, "app.yaml"), "utf8")).toMatch(/^password: "[^{]+"\n$/);
});
