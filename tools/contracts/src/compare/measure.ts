import { copyFile, mkdir, readdir, readFile, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type BuildOptions } from "esbuild";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { type Generator, PINS } from "./generators.ts";

const PROGRAMS = join(import.meta.dirname, "programs");
const CACHE = join(import.meta.dirname, "../../node_modules/.cache/compare");

/** A request as the client sent it. */
export interface Sent {
  readonly url: string;
  readonly type: string | null;
  readonly key: string | null;
  readonly branch: string | null;
  readonly parts: { readonly [name: string]: string | number };
}

/** The requests of one call, and whether it failed. */
export interface Outcome {
  readonly sent: readonly Sent[];
  readonly failed: boolean;
}

/** What `programs/probe.ts.txt` prints: the outcome of each call. */
export interface Probes {
  /** Parts of the request that the program sets itself because the client does not: `key`, `header`. */
  readonly byHand: readonly string[];
  readonly list: Outcome;
  readonly photo: Outcome;
  readonly change: Outcome;
  readonly tooLong: Outcome;
  readonly read: Outcome;
  readonly retried: Outcome;
}

/** Sizes and behavior of a generated client. */
export interface Measured {
  readonly files: number;
  /** Lines of TypeScript that are not empty. */
  readonly lines: number;
  /** Bytes of a program with four calls, minified and compressed with gzip. */
  readonly bytes: number;
  readonly probes: Probes;
}

/** Generates a client, measures it and calls it. */
export async function measure(generator: Generator, contract: string): Promise<Measured> {
  const folder = join(CACHE, generator.program);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  if (generator.program !== "keywright") await symlink(join(PINS, "node_modules"), join(folder, "node_modules"), "dir");
  const generated = join(folder, "generated");
  await generator.write(contract, generated);
  await copyFile(join(PROGRAMS, `${generator.program}.ts.txt`), join(folder, "program.ts"));
  await copyFile(join(PROGRAMS, "probe.ts.txt"), join(folder, "probe.ts"));
  const texts = await typeScriptIn(generated);
  const bundle = await bundled({ entryPoints: [join(folder, "program.ts")], minify: true, platform: "browser" });
  const probe = join(folder, "probe.mjs");
  await bundled({ entryPoints: [join(folder, "probe.ts")], platform: "node", write: true, outfile: probe });
  const { ok, output } = await runCommand(process.execPath, ["--no-warnings", probe], { folder, timeoutMs: 60_000 });
  if (!ok) throw new Error(`calling the client of ${generator.name} failed:\n${output}`);
  return {
    files: texts.length,
    lines: texts.flatMap((text) => text.split("\n")).filter((line) => line.trim() !== "").length,
    bytes: gzipSync(bundle, { level: 9 }).length,
    probes: JSON.parse(output.split("\n").at(-1) ?? "") as Probes,
  };
}

async function bundled(options: BuildOptions): Promise<Uint8Array> {
  const result = await build({ bundle: true, format: "esm", target: "es2022", logLevel: "silent", write: false, ...options });
  return result.outputFiles?.[0]?.contents ?? new Uint8Array();
}

async function typeScriptIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".ts"));
  return Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
}
