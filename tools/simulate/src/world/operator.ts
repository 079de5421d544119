import type { Context } from "./context.ts";
import type { Machine } from "./machine.ts";
import type { Process } from "./process.ts";

const FOLDER = "/data/out";
const OUTPUT = `${FOLDER}/events.jsonl`;
const DEAD_LETTER = `${FOLDER}/bad.jsonl`;

/** Creates the operator, who renames the output and sends a hangup, or removes it. */
export function createOperator({ timeline, say }: Context, machine: Machine) {
  const { disk } = machine;
  const hangups = new Map<Process, () => void>();
  const texts: (() => string)[] = [];

  const keepNames = (): void => disk.keep(FOLDER, { kind: "folder" });

  /** Runs a function right after the next write to a file, before its sync. */
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
    say("the output is removed");
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
    /** Copies the output and removes it during a write. */
    "remove-in-write": () =>
      afterNextWrite(OUTPUT, () => {
        const text = disk.text(OUTPUT) ?? "";
        return () => remove(text);
      }),
    /** Runs a function while a page becomes a dead letter. */
    whenDeadLetter: (run: () => void) => afterNextWrite(DEAD_LETTER, () => run),
    /** Returns the dead letters, one per line. */
    deadLetter: () => disk.text(DEAD_LETTER) ?? "",
    /** Returns the texts of all outputs, oldest first. */
    texts: (): readonly string[] => [...texts.map((text) => text()), disk.text(OUTPUT) ?? ""],
  };
}
