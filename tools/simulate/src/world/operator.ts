import type { Machine } from "./machine.ts";
import type { Process } from "./process.ts";
import { keep } from "./disk.ts";
import type { Timeline } from "./timeline.ts";

const FOLDER = "/data/out";
const OUTPUT = `${FOLDER}/events.jsonl`;
const SET_ASIDE = `${FOLDER}/bad.jsonl`;

/** Who looks after the output, by what it does. */
export type Operator = ReturnType<typeof createOperator>;

/** Who looks after the output of `keywright-tail`: renames it and says so, or takes it away. */
export function createOperator(machine: Machine, timeline: Timeline, say: (line: string) => void) {
  const { disk } = machine;
  const hangups = new Map<Process, () => void>();
  const texts: (() => string)[] = [];

  const keepNames = (): void => keep(disk.at(FOLDER));

  /** Lets something happen right after a file is written to, before it is synced. */
  function afterNextWrite(file: string, run: () => () => void): void {
    machine.onWrite = (path) => {
      if (path !== file) return;
      machine.onWrite = undefined;
      timeline.after(0, run());
    };
  }

  function remove(copied?: string): void {
    const file = disk.find(OUTPUT);
    if (file?.kind !== "file") return;
    say("the output is taken away");
    const text = copied ?? file.content.toString();
    disk.remove(OUTPUT);
    keepNames();
    texts.push(() => text);
  }

  return {
    onHangup: (process: Process, listener: () => void) => void hangups.set(process, listener),
    rotate(): void {
      const file = disk.find(OUTPUT);
      if (file?.kind !== "file") return;
      say("the output is renamed");
      disk.rename(OUTPUT, `${OUTPUT}.${texts.length + 1}`);
      keepNames();
      texts.push(() => file.content.toString());
      for (const [process, listener] of hangups) if (process.isAlive()) listener();
    },
    remove: () => remove(),
    /** Copies the output and takes it away, while more is written to it. */
    "remove-in-write": () =>
      afterNextWrite(OUTPUT, () => {
        const text = disk.text(OUTPUT) ?? "";
        return () => remove(text);
      }),
    /** Does something while a page is being set aside. */
    whenSetAside: (run: () => void) => afterNextWrite(SET_ASIDE, () => run),
    /** The pages that were set aside, one a line. */
    setAside: () => disk.text(SET_ASIDE) ?? "",
    /** What stands in all outputs, the oldest first. */
    texts: (): readonly string[] => [...texts.map((text) => text()), disk.text(OUTPUT) ?? ""],
  };
}
