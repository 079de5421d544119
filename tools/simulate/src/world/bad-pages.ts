import type { Answer, Sent } from "./network.ts";

/** Spoils pages for `keywright-tail`. */
export type BadPages = ReturnType<typeof createBadPages>;

/** Makes what spoils pages: the same request gets the same fault each time. */
export function createBadPages(say: (line: string) => void) {
  const struck: string[] = [];
  const bad = new Set<string>();
  return {
    /** The next page with events of a path is bad from now on. */
    strike: (path: string) => void struck.push(path),
    spoil({ process, url, init }: Sent, answer: Answer): Answer {
      if (!process.name.startsWith("tail") || answer.status !== 200 || !/"(items|results)":\[\{/.test(answer.body)) return answer;
      const request = `${url.href} ${String(init.body)}`;
      const index = struck.findIndex((path) => url.pathname.endsWith(path));
      if (index >= 0) {
        struck.splice(index, 1);
        bad.add(request);
        say(`the page at ${request} is bad`);
      }
      return bad.has(request) ? { ...answer, body: answer.body.replace(/"(items|results)":\[/, "$&null,") } : answer;
    },
    /** All pages are good again. */
    mend(): void {
      struck.length = 0;
      bad.clear();
    },
  };
}
