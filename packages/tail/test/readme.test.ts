import { spawn } from "node:child_process";
import { mkdir, readFile, symlink } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createEventsEmulator, serveEmulator } from "@keywright/emulator";
import { bundledProgram } from "@keywright/tool-test-kit/testing/bundled-program";
import { expect, it, onTestFinished } from "vitest";
import { OPTIONS } from "../src/lib/command/options.ts";
import { USAGE } from "../src/lib/command/usage.ts";
import { folderForTest } from "./support.ts";

const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
const command = bundledProgram(fileURLToPath(new URL("..", import.meta.url)));

it("the commands of the README run as they stand, one after the other, on an emulator", async () => {
  const emulator = createEventsEmulator({ seed: { eventsPerStream: 50 } });
  const server = await serveEmulator(emulator, { port: 0 });
  onTestFinished(() => server.close());
  const folder = await folderForTest();
  await mkdir(join(folder, "bin"));
  await symlink(command, join(folder, "bin", "keywright-tail"));
  const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block).filter((block) => !block.startsWith("npm install"));
  expect(blocks.length).toBeGreaterThanOrEqual(3);
  const script = `set -e\n${blocks.join("\n").replace("https://events.example.com", server.url).replace("example-token", emulator.token)}`;
  const child = spawn("sh", ["-c", script], { cwd: folder, env: { ...process.env, PATH: `${join(folder, "bin")}${delimiter}${process.env["PATH"]}` } });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (said += text.toString()));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  expect(code, said).toBe(0);
});

it("the README, the usage and the command itself have the same options", () => {
  const options = (text: string): string[] => [...new Set([...text.matchAll(/--[a-z][a-z-]+/g)].map(([name]) => name))].sort();
  const documented = options(readme.replaceAll("npm install --global", ""));
  expect(documented).toEqual(options(USAGE).filter((name) => name !== "--help" && name !== "--version"));
  expect(options(USAGE)).toEqual(
    Object.keys(OPTIONS)
      .map((name) => `--${name}`)
      .sort(),
  );
});
