import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import type { Bench, BenchReport } from "../bench.ts";
import type { FaultServer } from "../server/fault-server.ts";

/** Longer than any child takes. */
const PATIENCE_MS = 30_000;

/** What a child process answers in the end. */
export interface ChildAnswer<Answer> {
  readonly answer: Answer;
  readonly report: BenchReport;
}

/** How a child process is started. */
export interface ChildOptions {
  readonly env?: { readonly [name: string]: string };
  /** The servers that the child calls: they end when its work is done, before it looks at what it has left behind. */
  readonly servers?: readonly FaultServer[];
  /** Told of what the child says before its answer. */
  readonly onMessage?: (message: object, child: ChildProcess) => Promise<void>;
}

/**
 * Runs a file of this folder in a process of its own, as one bundle without a loader, so that its memory is its own.
 *
 * What it prints is looked at like the output of this process; its runs are added to those of the bench.
 */
export async function runChild<Answer>(bench: Bench, name: string, input: object, { env = {}, servers = [], onMessage }: ChildOptions = {}): Promise<Answer> {
  const folder = mkdtempSync(join(tmpdir(), "keywright-faults-"));
  try {
    const outfile = join(folder, `${name}.mjs`);
    buildSync({
      entryPoints: [join(import.meta.dirname, `${name}.ts`)],
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      logLevel: "silent",
      // undici is CommonJS: bundled, it asks for Node's modules by require.
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    });
    const child = fork(outfile, [], { execArgv: [], env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe", "ipc"] });
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => bench.evidence.lookAtText("the output of a child process", chunk.toString("utf8")));
    let answered: ChildAnswer<Answer> | undefined;
    child.on("message", (message: { readonly done?: true; readonly answered?: ChildAnswer<Answer> }) => {
      if (message.done) void Promise.all(servers.map((server) => server.close())).then(() => child.send({ close: true }));
      else if (message.answered === undefined) void onMessage?.(message, child);
      else answered = message.answered;
    });
    const killing = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
    child.send({ transport: bench.transport, input });
    const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
    clearTimeout(killing);
    if (answered === undefined || code !== 0) throw new Error(`the child process ${name} ended with ${String(code ?? signal)}`);
    bench.adopt(answered.report);
    return answered.answer;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
