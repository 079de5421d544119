import type { CallReport } from "../inside/surroundings.ts";

/** What a deadline and an abort may take longer, in milliseconds. */
const SLACK_MS = 5;

/** More refusals of a fresh token than a world plans in a row. */
const MANY_REFUSALS = 4;

/** Judges calls by what the service has of them. */
export function createCallCheck(itemsOf: (title: string) => number, violate: (problem: string) => void) {
  const writes = new Map<string, CallReport>();
  /** How often a token was refused to each, one call after the other. */
  const refusals = new Map<string, number>();
  return {
    report(by: string, call: CallReport, isCalm: boolean): void {
      const { title, began, ended, totalTimeoutMs, abortedAt, error, isEvil } = call;
      if (title !== undefined) writes.set(title, call);
      const refused = error?.status === 401 ? (refusals.get(by) ?? 0) + 1 : 0;
      refusals.set(by, refused);
      if (refused === MANY_REFUSALS) violate(`${by} goes on with a token that was refused`);
      const took = ended - began;
      if (took > totalTimeoutMs + SLACK_MS) violate(`a call of ${by} took ${Math.round(took)} ms, and its total deadline is ${totalTimeoutMs} ms`);
      if (abortedAt !== undefined && ended > abortedAt + SLACK_MS)
        violate(`a call of ${by} went on for ${Math.round(ended - abortedAt)} ms after it was aborted`);
      if (isEvil && error === undefined) violate(`a call of ${by} to another origin was done`);
      if (isCalm && !isEvil && error !== undefined && abortedAt === undefined && totalTimeoutMs >= 30_000)
        violate(`a call of ${by} fails though all is well: ${error.message}`);
    },
    end(): void {
      for (const [title, { error, mayRepeat }] of writes) {
        const count = itemsOf(title);
        const told = error === undefined ? "done" : `${error.code ?? "aborted"} ${error.status ?? ""} ${error.outcome ?? ""}`;
        if (count > 1 && !mayRepeat) violate(`a write was made ${count} times; the client said: ${told}`);
        if (count === 0 && error === undefined) violate("a write was not made; the client said that it was done");
        if (count > 0 && (error?.outcome === "not-sent" || (error?.code === "api-error" && Number(error.status) < 500 && !mayRepeat)))
          violate(`a write was made; the client said: ${told}`);
      }
    },
  };
}
