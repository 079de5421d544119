import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { run } from "../../src/lib/cli/run.ts";

/** What the command prints in one line when it is ready. */
export interface Ready {
  readonly management: { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string; readonly token: string };
  readonly vault: {
    readonly baseUrl: string;
    readonly token: string;
    readonly deniedVaultUUID?: string;
    readonly fileItemUUID?: string;
    readonly fileUUID?: string;
  };
  readonly events: { readonly baseUrl: string; readonly token: string };
  readonly control?: { readonly baseUrl: string };
}

/** The command, running in this process. */
export interface Running {
  readonly ready: Ready;
  /** What was printed on standard output and on standard error. */
  readonly printed: () => string;
  readonly complained: () => string;
  stop(): Promise<number>;
}

/** Starts the command with `--json` on free ports, and other arguments; ends it after the test. */
export async function start(...args: readonly string[]): Promise<Running> {
  let [printed, complained] = ["", ""];
  let stop: () => void = () => {};
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  let print: (text: string) => void = () => {};
  const line = new Promise<string>((resolve) => (print = resolve));
  const ended = run(["--port", "0", "--json", ...args], {
    print(text) {
      printed += text;
      print(text);
    },
    complain: (text) => void (complained += text),
    stopped,
  });
  const end = async () => {
    stop();
    return ended;
  };
  afterThisTest(end);
  const first = await Promise.race([line, ended]);
  if (typeof first === "number") throw new Error(`the command ended with ${first}: ${complained}`);
  return { ready: JSON.parse(first) as Ready, printed: () => printed, complained: () => complained, stop: end };
}

/** Runs the command where it ends by itself: its exit code and what it said. */
export async function runToEnd(...args: readonly string[]): Promise<{ readonly code: number; readonly printed: string; readonly complained: string }> {
  let [printed, complained] = ["", ""];
  const code = await run(args, { print: (text) => void (printed += text), complain: (text) => void (complained += text), stopped: Promise.resolve() });
  return { code, printed, complained };
}

/** Runs a function after the test. */
export function afterThisTest(cleanUp: () => Promise<unknown>): void {
  onTestFinished(async () => void (await cleanUp()));
}

/** Creates a folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-"));
  afterThisTest(() => rm(folder, { recursive: true }));
  return folder;
}

/** Writes a file that is gone after the test. */
export async function temporaryFile(name: string, content: unknown): Promise<string> {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

/** A seed file with few events, so that a snapshot is short. */
export function shortSeed(): Promise<string> {
  return temporaryFile("short.json", { management: { auditEvents: 1 }, events: { eventsPerStream: 1 }, vault: { activityRecords: 1 } });
}

/** Asks for an address with a bearer token. */
export function ask(url: string, token: string): Promise<Response> {
  return fetch(url, { headers: { authorization: `Bearer ${token}` } });
}
