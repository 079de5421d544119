import type { Machine } from "./machine.ts";
import type { Process } from "./process.ts";
import { type AsidePage, readSetAside } from "./bad-pages.ts";
import type { StreamCheck } from "./check-stream.ts";
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

  function keepNames(): void {
    const folder = disk.find(FOLDER);
    if (folder !== undefined) keep(folder);
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
    /** Does something while a page is being set aside, before it is synced. */
    whenSetAside(run: () => void): void {
      machine.onWrite = (path) => {
        if (path !== SET_ASIDE) return;
        machine.onWrite = undefined;
        timeline.after(0, run);
      };
    },
    /** What stands in the pages that were set aside. */
    setAside: () => readSetAside(disk.text(SET_ASIDE) ?? ""),
    /** What stands in all outputs, the oldest first. */
    texts: (): readonly string[] => [...texts.map((text) => text()), disk.text(OUTPUT) ?? ""],
  };
}

/** Compares the lines of the outputs, and between them the pages that were set aside, with the streams. */
export function checkOutput(
  texts: readonly string[],
  setAside: readonly AsidePage[],
  checks: { readonly auditevents: StreamCheck; readonly auditlog: StreamCheck },
  violate: (problem: string) => void,
): void {
  /** Pages that were set aside stand for what is missing before a place; their first events may be in the output as well, by who died before it committed them. */
  function fillUntil(stream: keyof typeof checks, place: number): void {
    const check = checks[stream];
    const fills = (page: AsidePage): boolean =>
      page.stream === stream && check.placeOf(page.ids[0] ?? "") <= check.reached() && check.placeOf(page.ids.at(-1) ?? "") >= check.reached();
    while (check.reached() < place) {
      const page = setAside.find(fills);
      if (page === undefined) return;
      deliver(check, page.ids);
    }
  }
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
      const id = event.stream === "auditlog" ? String(event.id) : event.uuid;
      fillUntil(event.stream, check.placeOf(id));
      deliver(check, [id]);
    }
  }
  for (const stream of ["auditevents", "auditlog"] as const) {
    fillUntil(stream, Infinity);
    checks[stream].end();
  }
}

function deliver(check: StreamCheck, ids: readonly string[]): void {
  check.mayRepeat("the output");
  check.deliver("the output", ids);
}
