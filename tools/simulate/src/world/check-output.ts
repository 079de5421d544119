import type { StreamCheck } from "./check-stream.ts";
import type { StreamName } from "./services.ts";

interface Written {
  readonly stream: StreamName;
  readonly uuid: string | number;
}

/** Compares the lines of the outputs and the dead letters with the streams. */
export function checkOutput(
  texts: readonly string[],
  deadLetter: string,
  checks: Readonly<Record<StreamName, StreamCheck>>,
  violate: (problem: string) => void,
): void {
  // The events of an incomplete line are lost, which shows as missing events.
  const pages = deadLetter.split("\n").flatMap((line) => {
    const { stream, page = "{}" } = parse<{ readonly stream: StreamName; readonly page: string }>(line) ?? {};
    const { items, results = [] } = JSON.parse(page) as { readonly [list in "items" | "results"]?: readonly (Written | null)[] };
    return { stream, ids: (items ?? results).flatMap((event) => (event === null ? [] : [String(event.uuid)])) };
  });

  function deliver(stream: StreamName, ids: readonly string[]): void {
    checks[stream].mayRepeat("the output");
    checks[stream].deliver("the output", ids);
  }

  /** Fills a gap with dead letters, whose first events a process that died may have written. */
  function fillUntil(stream: StreamName, place: number): void {
    const { reached, placeOf } = checks[stream];
    while (reached() < place) {
      const page = pages.find(({ stream: own, ids }) => own === stream && placeOf(ids[0] ?? "") <= reached() && placeOf(ids.at(-1) ?? "") >= reached());
      if (page === undefined) return;
      deliver(stream, page.ids);
    }
  }

  for (const [index, text] of texts.entries()) {
    const lines = text.split("\n");
    // If a process died within a line before the output was removed, no one can cut that line.
    if (lines.pop() !== "" && index === texts.length - 1) violate("the output ends in the middle of a line");
    for (const line of lines) {
      const event = parse<Written>(line);
      if (event === undefined) {
        violate(`the output has an incomplete line: ${line.slice(0, 60)}`);
        continue;
      }
      fillUntil(event.stream, checks[event.stream].placeOf(String(event.uuid)));
      deliver(event.stream, [String(event.uuid)]);
    }
  }
  for (const stream of ["auditevents", "auditlog"] as const) {
    fillUntil(stream, Infinity);
    checks[stream].end();
  }
}

function parse<Value>(text: string): Value | undefined {
  try {
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
}
