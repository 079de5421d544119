import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../../src/lib/cli/run.ts";
import { readCassette, type Cassette } from "../../src/lib/record/cassette/cassette.ts";
import { afterThisTest, temporaryFolder } from "./support.ts";

/** A subcommand that runs until it is stopped. */
export interface RunningCommand {
  /** The address that it printed. */
  readonly url: string;
  readonly printed: () => string;
  readonly complained: () => string;
  stop(): Promise<number>;
}

/** Starts a subcommand that listens on a free port; ends it after the test. */
export async function startCommand(...args: readonly string[]): Promise<RunningCommand> {
  let [printed, complained] = ["", ""];
  let stop: () => void = () => {};
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  let found: (url: string) => void = () => {};
  const listening = new Promise<string>((resolve) => (found = resolve));
  const look = (text: string): void => {
    const [url] = /http:\/\/127\.0\.0\.1:\d+$/m.exec(text) ?? [];
    if (url !== undefined) found(url);
  };
  const ended = run([...args, "--port", "0"], {
    print: (text) => look((printed += text)),
    complain: (text) => look((complained += text)),
    stopped,
  });
  const end = async () => {
    stop();
    return ended;
  };
  afterThisTest(end);
  const first = await Promise.race([listening, ended]);
  if (typeof first === "number") throw new Error(`the command ended with ${first}: ${complained}`);
  return { url: first, printed: () => printed, complained: () => complained, stop: end };
}

/** A recording of a server. */
export interface Recording extends RunningCommand {
  readonly path: string;
  text(): Promise<string>;
  cassette(): Promise<Cassette>;
}

/** Starts to record a server into a file that is gone after the test. */
export async function startRecording(upstream: string, ...args: readonly string[]): Promise<Recording> {
  const path = join(await temporaryFolder(), "cassette.json");
  const running = await startCommand("record", "--upstream", upstream, "--out", path, ...args);
  const text = () => readFile(path, "utf8");
  return { ...running, path, text, cassette: async () => readCassette(await text()) };
}
