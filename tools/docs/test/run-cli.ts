import { spawnSync } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readCommandLine, rejectCommandLine } from "@keywright/tool-test-kit/command";
import { runOrThrow } from "@keywright/tool-test-kit/command/run-command";
import { startChromium } from "@keywright/tool-test-kit/testing/chromium";
import type { Browser, Page } from "playwright";
import { RECORDED, ROOT, SITE } from "../src/places.ts";
import type { Sessions } from "../src/run/blocks.ts";
import { differingSessions } from "./differing-sessions.ts";
import { recordSessions } from "./record-sessions.ts";
import { serveSite } from "./serve-site.ts";

const USAGE = `Usage: npx pnpm test docs [--run] [file]…
       npx pnpm test docs --record
  Builds the site and checks it, with the tests in these files, or with all and --run.
  --run     builds only the guides, and runs every block of them in Chromium without a network, or in Node, after the tests in these files alone
  --record  only writes what the blocks that only Node can run did, and prints what changed`;

/** The tests that need more than the guides. */
const OF_WHOLE_SITE = ["accessibility", "first-view", "pages", "search", "site"];

/** What became of the blocks of a page. */
interface Ran {
  readonly run: number;
  readonly recorded: number;
  readonly alone: number;
  readonly failures: readonly string[];
}

/** Clicks each Run button of a guide, one after the other. */
async function runPage(page: Page, name: string): Promise<Ran> {
  await page.goto(`guides/${name}`);
  const blocks = page.locator("run-block");
  const failures: string[] = [];
  for (const block of await blocks.all()) {
    await block.getByRole("button", { name: "Run" }).click();
    // The panel sets it when the block has ended or was stopped by its limit.
    const ended = block.and(page.locator("[data-end]"));
    await ended.waitFor({ timeout: 30_000 }).catch(() => undefined);
    const end = await block.getAttribute("data-end");
    if (end !== "done")
      failures.push(
        `${name}: ${await block.locator("code").first().innerText()}\n${end ?? "no end"}: ${(await block.locator("pre[role=region]").allInnerTexts()).join("\n")}`,
      );
  }
  return {
    run: await blocks.count(),
    recorded: await page.locator(".recorded.session").count(),
    alone: await page.locator(".recorded:not(.session)").count(),
    failures,
  };
}

async function runAll(browser: Browser): Promise<number> {
  const context = await browser.newContext({ offline: true, baseURL: "https://site.example/" });
  const foreign: string[] = [];
  await serveSite(context, "https://site.example", (url) => foreign.push(`a page asked for ${url}`));
  const names = (await readdir(join(SITE, "guides"))).filter((file) => file.endsWith(".html")).sort();
  const ran: Ran[] = [];
  const waiting = names.entries();
  // Two guides at once: each often waits for a worker to start.
  const runPages = async (): Promise<void> => {
    const page = await context.newPage();
    for (const [place, name] of waiting)
      ran[place] = await runPage(page, name).catch((error: unknown) => ({ run: 0, recorded: 0, alone: 0, failures: [`${name}: ${String(error)}`] }));
  };
  const [stale] = await Promise.all([staleSessions(), runPages(), runPages()]);
  const count = (kind: "run" | "recorded" | "alone"): number => ran.reduce((sum, each) => sum + each[kind], 0);
  const failures = [...ran.flatMap((each) => each.failures), ...foreign, ...stale];
  for (const failure of failures) console.log(failure);
  const [run, recorded, alone] = [count("run"), count("recorded"), count("alone")];
  console.log(`${run + recorded + alone} blocks, ${run} run, ${recorded} recorded, ${alone} with a reason alone, ${failures.length} failed`);
  return failures.length === 0 ? 0 : 1;
}

/** Runs the recorded blocks again. Returns those that fail, and those whose sessions differ. */
async function staleSessions(): Promise<readonly string[]> {
  const { differing, failures } = await recordAgain();
  const what = "This differs from tools/docs/recorded.json. If that is intended, npx pnpm test docs --record writes it; else mend what changed it.";
  return [...failures, ...differing.map((difference) => `${difference}\n  ${what}`)];
}

async function recordAgain() {
  const before = JSON.parse(await readFile(RECORDED, "utf8")) as Sessions;
  const { sessions, failures } = await recordSessions(before);
  return { sessions, failures, differing: differingSessions(before, sessions) };
}

async function writeSessions(): Promise<number> {
  const { sessions, differing, failures } = await recordAgain();
  await writeFile(RECORDED, JSON.stringify(sessions));
  await runOrThrow(join(ROOT, "node_modules/.bin/oxfmt"), [RECORDED], { folder: ROOT });
  for (const each of [...differing, ...failures]) console.log(each);
  console.log(`${Object.keys(sessions).length} sessions in tools/docs/recorded.json, ${differing.length} changed, ${failures.length} failed`);
  console.log("Look at what changed, then build and check the site with npx pnpm test docs.");
  return failures.length === 0 ? 0 : 1;
}

async function runBlocks(): Promise<number> {
  const browser = await startChromium();
  return runAll(browser).finally(() => browser.close());
}

/** Runs a command with its output. Returns its exit code. */
function show(command: string, ...parameters: readonly string[]): number {
  return spawnSync(command, parameters, { cwd: ROOT, stdio: "inherit" }).status ?? 1;
}

async function checkSite(): Promise<number> {
  const built = show(process.execPath, "--import", "tsx", "tools/docs/src/cli.ts", ...(values.run ? ["--guides"] : []));
  if (built !== 0) return built;
  const hasTests = !values.run || positionals.length > 0;
  const tested = hasTests ? show("npx", "vitest", "run", "--config", "tools/docs/vitest.config.ts", ...positionals) : 0;
  const runsBlocks = values.run || positionals.length === 0;
  return runsBlocks && tested === 0 ? runBlocks() : tested;
}

const { values, positionals } = readCommandLine(USAGE, { run: { type: "boolean", default: false }, record: { type: "boolean", default: false } }, Infinity);
const whole = positionals.find((file) => OF_WHOLE_SITE.includes(file));
if (values.run && whole !== undefined) rejectCommandLine(USAGE, `${whole} needs the whole site, which --run does not build: leave out one of them.`);
if (values.record && (values.run || positionals.length > 0))
  rejectCommandLine(USAGE, "--record takes no --run and no file: it records all blocks, before a build.");
process.exitCode = await (values.record ? writeSessions() : checkSite());
