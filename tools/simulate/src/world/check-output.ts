import type { StreamCheck } from "./check-stream.ts";
import type { StreamName } from "./services.ts";

/** Compares the lines of the outputs and the pages that were set aside with the streams. */
export function checkOutput(
  texts: readonly string[],
  setAside: string,
  checks: Readonly<Record<StreamName, StreamCheck>>,
  violate: (problem: string) => void,
): void {
  const pages = readSetAside(setAside);
  /** Fills a gap before a place with pages that were set aside. The output may have their first events as well, from a process that died before it committed them. */
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
    // If a process died in the middle of a line before the output was removed, no process can cut that line.
    if (torn !== "" && index === texts.length - 1) violate("the output ends in the middle of a line");
    for (const line of lines) {
      let event: Told & { readonly stream: StreamName };
      try {
        event = JSON.parse(line);
      } catch {
        violate(`the output has an incomplete line: ${line.slice(0, 60)}`);
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

/** Returns the events of the pages that were set aside. Those of an incomplete line are lost, which shows as missing events. */
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
