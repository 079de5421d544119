import type { Machine } from "./machine.ts";
import type { Process } from "./process.ts";
import type { StreamCheck } from "./check-stream.ts";
import type { Timeline } from "./timeline.ts";

const FOLDER = "/data/out";
const OUTPUT = `${FOLDER}/events.jsonl`;

/** Who looks after the output of `keywright-tail`: renames it and says so, or takes it away. */
export function createOperator(machine: Machine, timeline: Timeline, say: (line: string) => void) {
  const { disk } = machine;
  const hangups = new Map<Process, () => void>();
  const texts: (() => string)[] = [];

  function keepNames(): void {
    const folder = disk.find(FOLDER);
    if (folder?.kind === "folder") folder.kept = new Map(folder.entries);
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
    "remove-in-write"(): void {
      machine.onWrite = (path) => {
        if (path !== OUTPUT) return;
        machine.onWrite = undefined;
        const text = disk.text(OUTPUT) ?? "";
        timeline.after(0, () => remove(text));
      };
    },
    /** What stands in all outputs, the oldest first. */
    texts: (): readonly string[] => [...texts.map((text) => text()), disk.text(OUTPUT) ?? ""],
  };
}

/** Compares the lines of the outputs with the streams. */
export function checkOutput(
  texts: readonly string[],
  checks: { readonly auditevents: StreamCheck; readonly auditlog: StreamCheck },
  violate: (problem: string) => void,
): void {
  for (const [index, text] of texts.entries()) {
    const lines = text.split("\n");
    const torn = lines.pop();
    // Where it was taken away from who had died in the middle of a line, nobody could cut it.
    if (torn !== "" && index === texts.length - 1) violate("the output ends in the middle of a line");
    for (const line of lines) {
      let event: { readonly stream: "auditevents" | "auditlog"; readonly uuid: string; readonly id: number };
      try {
        event = JSON.parse(line);
      } catch {
        violate(`the output has a line that is torn: ${line.slice(0, 60)}`);
        continue;
      }
      const check = checks[event.stream];
      check.mayRepeat("the output");
      check.deliver("the output", [event.stream === "auditlog" ? String(event.id) : event.uuid]);
    }
  }
  checks.auditevents.end();
  checks.auditlog.end();
}
