import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** The suite's own server, which checks each request and records which scenarios passed. */
export interface SuiteServer {
  readonly origin: string;
  /** Returns the server's result of a scenario: `pass`, `fail` or `not-implemented`. */
  resultOf(scenario: string): Promise<string | undefined>;
  stop(): Promise<void>;
}

/** Starts the server of all scenarios on a free port. */
export async function serveSuite(suite: string): Promise<SuiteServer> {
  const cli = join(suite, "node_modules/@typespec/spector/cmd/cli.mjs");
  const specs = "node_modules/@typespec/http-specs/specs";
  const loopback = join(import.meta.dirname, "loopback.js");
  const child = spawn(process.execPath, ["--import", loopback, cli, "serve", specs, "--port", "0"], { cwd: suite, stdio: ["ignore", "pipe", "pipe"] });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || !child.kill()) return;
    await once(child, "exit");
  };
  const port = await new Promise<string>((resolve, reject) => {
    let text = "";
    const read = (chunk: Buffer): void => {
      text += String(chunk);
      const found = /Started server on (\d+)/.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", (code) => reject(new Error(`the suite's server ended with ${code} before it listened: ${text.slice(-2000)}`)));
  });
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    async resultOf(scenario) {
      const reports = (await (await fetch(`${origin}/.coverage`)).json()) as readonly { readonly results: { readonly [scenario: string]: string } }[];
      return reports[0]?.results[scenario];
    },
    stop,
  };
}
