import type { Context } from "./context.ts";
import type { Answer, Sent } from "./messages.ts";

/** Makes pages for `keywright-tail` bad. The same request has the same fault each time. */
export function createBadPages({ say }: Context) {
  const struck: string[] = [];
  const bad = new Set<string>();
  return {
    /** Makes the next page with events of a path bad. */
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
    /** Makes all pages good again. */
    mend(): void {
      struck.length = 0;
      bad.clear();
    },
  };
}
