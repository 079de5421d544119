import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { createEventsEmulator, serveEmulator } from "@keywright/emulator";
import { afterAll, beforeAll, expect, inject, onTestFinished, type TestContext } from "vitest";
import { bundlePrograms, type End, type Programs } from "@keywright/tool-torture";
import { checkSequence, type Sequence } from "./check-sequence.ts";
import { createRandom } from "../../../emulator/src/lib/core/values/random.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** How often a row kills. */
    kills: number;
    /** Chooses the instants. */
    seed: number;
  }
}

export const KILLS = inject("kills");
export const random = createRandom(String(inject("seed"))).next;

const SOURCES: { readonly [name: string]: string } = {
  tail: join(import.meta.dirname, "../../../tail/src/cli.ts"),
  run: join(import.meta.dirname, "../../../run/src/cli.ts"),
};

/** Bundles programs before the tests of a file; gives what stands before their arguments. */
export function usePrograms(...names: readonly string[]): {
  readonly folder: () => Promise<string>;
  readonly command: (name: string) => readonly [string, string];
} {
  let programs: Programs | undefined;
  beforeAll(async () => {
    programs = await bundlePrograms(...names.map((name) => SOURCES[name] ?? join(import.meta.dirname, "programs", `${name}.ts`)));
  });
  afterAll(() => programs?.remove());
  return {
    command: (name) => [process.execPath, programs?.file(name in SOURCES ? "cli" : name) ?? ""],
    async folder() {
      const folder = await mkdtemp(join(programs?.folder ?? "", "test-"));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      return folder;
    },
  };
}

/** A stream of audit events behind a port. */
export interface ServedStream {
  readonly url: string;
  readonly token: string;
  /** The ids, in the order of the stream. */
  readonly sent: readonly string[];
}

/** Serves a stream of so many events for the length of a test. */
export async function useStream(events: number): Promise<ServedStream> {
  const emulator = createEventsEmulator({ seed: { eventsPerStream: events }, randomSeed: 7 });
  const sent = emulator.store.stream("auditevents").events.map(({ uuid }) => uuid);
  const server = await serveEmulator(emulator, { port: 0 });
  onTestFinished(() => server.close());
  return { url: server.url, token: emulator.token, sent };
}

/** A test that cannot run fails: what was not tried is not shown. */
export function need(...programs: readonly ("strace" | "root")[]): void {
  const lacking = programs.filter((name) => (name === "root" ? process.getuid?.() !== 0 : spawnSync(name, ["--version"]).error !== undefined));
  expect(lacking, "what this test needs and is not here").toEqual([]);
}

/** The lines that ended; one that a kill cut belongs to a page that was not committed. */
export function linesOf(text: string): string[] {
  return text.split("\n").slice(0, -1);
}

/** Expects every event, in its order, with steps back to the begin of a page alone; tells the figures. */
export function expectAll({ task }: Pick<TestContext, "task">, { sent }: ServedStream, came: readonly string[], page: number): Sequence {
  const sequence = checkSequence(sent, came, page);
  task.meta.lost = sequence.lost;
  task.meta.figure = `${sequence.repeated} repeated, at most ${sequence.mostRepeatedAtOnce} at once`;
  expect(sequence.wrong.slice(0, 5)).toEqual([]);
  expect(sequence.lost).toBe(0);
  return sequence;
}

/** Expects a process to have ended by itself and well. */
export function expectGoodEnd({ code, signal, said }: End): void {
  expect({ code, signal, said }).toMatchObject({ code: 0, signal: null });
}
