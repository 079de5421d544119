import type { StreamCheck } from "./check-stream.ts";
import type { StreamName } from "./services.ts";

/** Compares the lines of the outputs, and between them the pages that were set aside, with the streams. */
export function checkOutput(
  texts: readonly string[],
  setAside: string,
  checks: Readonly<Record<StreamName, StreamCheck>>,
  violate: (problem: string) => void,
): void {
  const pages = readSetAside(setAside);
  /** Pages that were set aside stand for what is missing before a place; their first events may be in the output as well, by who died before it committed them. */
  function fillUntil(stream: StreamName, place: number): void {
    const check = checks[stream];
    while (check.reached() < place) {
      const page = pages.find(
        ({ stream: own, ids }) => own === stream && check.placeOf(ids[0] ?? "") <= check.reached() && check.placeOf(ids.at(-1) ?? "") >= check.reached(),
      );
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
      let event: Told & { readonly stream: StreamName };
      try {
        event = JSON.parse(line);
      } catch {
        violate(`the output has a line that is torn: ${line.slice(0, 60)}`);
        continue;
      }
      const check = checks[event.stream];
      const id = idOf(event.stream, event);
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

/** Reads which events stand in the pages that were set aside. Those of a torn line are lost, which shows where they are missing. */
function readSetAside(text: string) {
  return text.split("\n").flatMap((line) => {
    try {
      const { stream, page } = JSON.parse(line) as { readonly stream: StreamName; readonly page: string };
      const { items, results = [] } = JSON.parse(page) as { readonly [list in "items" | "results"]?: readonly (Told | null)[] };
      return [{ stream, ids: (items ?? results).flatMap((event) => (event === null ? [] : [idOf(stream, event)])) }];
    } catch {
      return [];
    }
  });
}

interface Told {
  readonly id: number;
  readonly uuid: string;
}

function idOf(stream: StreamName, { id, uuid }: Told): string {
  return stream === "auditlog" ? String(id) : uuid;
}
