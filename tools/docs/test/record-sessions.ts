import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { serveEmulator } from "@keywright/emulator";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { bundlePrograms } from "@keywright/tool-test-kit/testing/bundle-programs";
import { PATIENCE_MS } from "@keywright/tool-test-kit/testing/limits";
import { GUIDES, MADE, ROOT } from "../src/places.ts";
import { publishedEntries } from "../src/published-entries.ts";
import { type Session, type Sessions, type ShownBlock, showBlocks } from "../src/run/blocks.ts";
import { findImportable } from "../src/run/bundle.ts";
import { lineOf } from "../src/run/messages.ts";
import { ENVIRONMENT, openWorld, type ServiceName } from "../src/run/world.ts";

/**
 * Each request waits for the one before it, so that their order is always the same.
 * Errors are in the output in their place, as in a terminal.
 */
const PRELUDE = `{
  const { fetch } = globalThis;
  let last: Promise<unknown> = Promise.resolve();
  globalThis.fetch = (...request) => (last = last.catch(() => {}).then(() => fetch(...request))) as ReturnType<typeof fetch>;
  process.stderr.write = process.stdout.write.bind(process.stdout);
}`;

/** Output and requests before it are those of blocks that the block continues. */
const START = "start-of-the-block";

/** Prints it, with the files that are already there. */
const PRINT_START = `console.log("${START}", JSON.stringify(process.getBuiltinModule("node:fs").readdirSync(".")));`;

/** The same for everyone: nothing else of who records is in it, not even a warning of Node. */
const VARIABLES: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined])),
  PATH: process.env["PATH"],
  HOME: process.env["HOME"],
  TZ: "UTC",
  NO_COLOR: "1",
  NODE_NO_WARNINGS: "1",
  ...ENVIRONMENT,
};

/**
 * Runs the blocks of all guides that only Node can run, one after the other.
 *
 * @param before The session of a block that fails stays as it was.
 */
export async function recordSessions(
  before: Sessions,
  folder = join(ROOT, GUIDES),
): Promise<{ readonly sessions: Sessions; readonly failures: readonly string[] }> {
  const importable = await findImportable(await publishedEntries());
  const sessions: Record<string, Session> = {};
  const failures: string[] = [];
  for (const name of (await readdir(folder)).filter((file) => file.endsWith(".md")).sort()) {
    const blocks = showBlocks(await readFile(join(folder, name), "utf8"), importable);
    for (const [number, block] of blocks.entries()) {
      if (!block.isRecorded) continue;
      const earlier = block.after.map((other) => blocks[other]?.source ?? "");
      const key = `${basename(name, ".md")} ${number}`;
      const session = await recordBlock(block, earlier).catch((error: unknown) => {
        failures.push(`${key} of ${folder} fails in Node: ${String(error)}\n${block.source}`);
        return before[key];
      });
      if (session !== undefined) sessions[key] = session;
    }
  }
  return { sessions, failures };
}

/** Runs a block in a folder of its own. @throws Error with the output if it fails. */
async function recordBlock({ mark, source, hash }: ShownBlock, earlier: readonly string[]): Promise<Session> {
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
    const whole = [PRELUDE, ...earlier, ...start, PRINT_START, source].join("\n");
    const program = servers.reduce((written, { origin, server }) => written.replaceAll(origin, server.url), whole);
    const { ok, output } = mark === "test" ? await runTest(made, source) : await runProgram(made, program);
    const printed = servers.reduce((written, { origin, server }) => written.replaceAll(server.url, origin), output);
    if (!ok) throw new Error(printed);
    const [, others = "[]", own = printed] = new RegExp(`^${START} (.*)([^]*)`, "m").exec(printed) ?? [];
    const earlierFiles = JSON.parse(others) as readonly string[];
    const entries = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile() && !earlierFiles.includes(entry.name));
    const files = entries.map(({ name }) => name).sort();
    return {
      hash,
      output: named(own),
      requests: requests.slice(requests.findIndex((line) => line.includes(START)) + 1),
      files: await Promise.all(files.map(async (name) => `${name} (${(await stat(join(folder, name))).size} bytes)`)),
    };
  } finally {
    await Promise.all(servers.map(({ server }) => server.close()));
    await rm(made, { recursive: true });
  }
}

async function runProgram(made: string, program: string): ReturnType<typeof runCommand> {
  await writeFile(join(made, "block.mts"), program);
  await bundlePrograms([join(made, "block.mts")], made);
  return runCommand(process.execPath, [join(made, "block.js")], { folder: join(made, "folder"), environment: VARIABLES, timeoutMs: PATIENCE_MS });
}

/** Runs a test of a guide as its reader does. */
async function runTest(made: string, source: string): ReturnType<typeof runCommand> {
  await writeFile(join(made, "vitest.config.js"), "export default {};\n");
  await writeFile(join(made, "example.test.ts"), source);
  return runCommand(join(ROOT, "node_modules/.bin/vitest"), ["run", "--reporter", "tap-flat"], {
    folder: made,
    environment: VARIABLES,
    timeoutMs: PATIENCE_MS,
  });
}

/** The lines of a text; what differs in each run has a name. */
function named(text: string): readonly string[] {
  const lines = text.trim().replaceAll(/(?<=time=)[\d.]+ms|(?<=^list\w+ )\d+\.\d+$/gm, "<milliseconds>");
  return lines === "" ? [] : lines.split("\n");
}
