import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { serveEmulator } from "@keywright/emulator";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { bundlePrograms } from "@keywright/tool-test-kit/testing/bundle-programs";
import { GUIDES, MADE, ROOT } from "../src/places.ts";
import { publishedEntries } from "../src/published-entries.ts";
import { type Session, type Sessions, type ShownBlock, showBlocks } from "../src/run/blocks.ts";
import { findImportable } from "../src/run/bundle.ts";
import { lineOf } from "../src/run/messages.ts";
import { ENVIRONMENT, openWorld, type ServiceName } from "../src/run/world.ts";

/** Each request waits for the one before it, so that their order is always the same. */
const IN_ORDER = `{
  const { fetch } = globalThis;
  let last: Promise<unknown> = Promise.resolve();
  globalThis.fetch = (...request) => (last = last.catch(() => {}).then(() => fetch(...request))) as ReturnType<typeof fetch>;
}`;

/** Output and requests before it are those of blocks that the block continues. */
const START = "start-of-the-block";

/** Runs the blocks of all guides that no page can run in Node, one after the other. */
export async function recordSessions(): Promise<Sessions> {
  const importable = await findImportable(await publishedEntries());
  const sessions: Record<string, Session> = {};
  for (const name of (await readdir(join(ROOT, GUIDES))).filter((file) => file.endsWith(".md")).sort()) {
    const blocks = showBlocks(await readFile(join(ROOT, GUIDES, name), "utf8"), importable);
    for (const [number, block] of blocks.entries()) {
      const earlier = block.after.map((other) => blocks[other]?.source ?? "");
      if (block.isRecorded) sessions[`${basename(name, ".md")} ${number}`] = await recordBlock(block, earlier);
    }
  }
  return sessions;
}

/** Runs a block in a folder of its own. @throws Error with the output if it fails. */
async function recordBlock({ mark, source }: ShownBlock, earlier: readonly string[]): Promise<Session> {
  const requests: string[] = [];
  const world = openWorld((request) => void requests.push(lineOf(request)));
  const services = (Object.keys(world) as ServiceName[]).map((service) => ({ service, origin: `https://${service}.example.com` }));
  const text = [...earlier, source].join("\n");
  const servers = await Promise.all(
    services.filter(({ origin }) => text.includes(origin)).map(async ({ service, origin }) => ({ origin, server: await serveEmulator(world[service]()) })),
  );
  // From this folder, programs find the packages.
  await mkdir(MADE, { recursive: true });
  const made = await mkdtemp(join(MADE, "block-"));
  const folder = join(made, "folder");
  await mkdir(folder);
  try {
    const start = servers.slice(0, 1).map(({ origin }) => `await fetch("${origin}/${START}");`);
    const whole = [IN_ORDER, ...earlier, ...start, `console.log("${START}");`, source].join("\n");
    const program = servers.reduce((written, { origin, server }) => written.replaceAll(origin, server.url), whole);
    const { ok, output } = mark === "test" ? await runTest(made, source) : await runProgram(made, program);
    const printed = servers.reduce((written, { origin, server }) => written.replaceAll(server.url, origin), output);
    if (!ok) throw new Error(`a block of a guide must run in Node; got\n${printed}\nof\n${source}`);
    return {
      output: named(printed.split(START).at(-1) ?? ""),
      requests: requests.slice(requests.findIndex((line) => line.includes(START)) + 1),
      files: await Promise.all((await readdir(folder)).sort().map(async (name) => `${name} (${(await stat(join(folder, name))).size} bytes)`)),
    };
  } finally {
    await Promise.all(servers.map(({ server }) => server.close()));
    await rm(made, { recursive: true });
  }
}

async function runProgram(made: string, program: string): ReturnType<typeof runCommand> {
  await writeFile(join(made, "block.mts"), program);
  await bundlePrograms([join(made, "block.mts")], made);
  return runCommand(process.execPath, [join(made, "block.js")], { folder: join(made, "folder"), environment: ENVIRONMENT, timeoutMs: 60_000 });
}

/** Runs a test of a guide as its reader does. */
async function runTest(made: string, source: string): ReturnType<typeof runCommand> {
  await writeFile(join(made, "vitest.config.js"), "export default {};\n");
  await writeFile(join(made, "example.test.ts"), source);
  return runCommand(join(ROOT, "node_modules/.bin/vitest"), ["run", "--reporter", "tap-flat"], { folder: made, timeoutMs: 60_000 });
}

/** The lines of a text; what differs in each run has a name. */
function named(text: string): readonly string[] {
  const lines = text.trim().replaceAll(/(?<=time=)[\d.]+ms|(?<=^list\w+ )[\d.]+$/gm, "<milliseconds>");
  return lines === "" ? [] : lines.split("\n");
}
