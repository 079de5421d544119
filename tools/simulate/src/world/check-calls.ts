/** A call of a client that has ended. */
export interface CallReport {
  readonly title: string | undefined;
  readonly began: number;
  readonly ended: number;
  readonly totalTimeoutMs: number;
  readonly abortedAt: number | undefined;
  readonly mayRepeat: boolean;
  readonly isEvil: boolean;
  /** Absent if it succeeded. */
  readonly error?: { readonly code: string | undefined; readonly status: number | undefined; readonly outcome: string | undefined; readonly message: string };
}

/** Tolerance of a deadline and an abort, in milliseconds. */
const SLACK_MS = 5;

/** More rejections of new tokens in a row than a world plans. */
const MANY_REJECTIONS = 4;

/** Creates a check that compares the results of calls with the state of the service. */
export function createCallCheck(itemsOf: (title: string) => number, violate: (problem: string) => void) {
  const writes = new Map<string, CallReport>();
  /** Number of consecutive calls of each program whose token was rejected. */
  const rejections = new Map<string, number>();
  return {
    report(by: string, call: CallReport, isCalm: boolean): void {
      const { title, began, ended, totalTimeoutMs, abortedAt, error, isEvil } = call;
      if (title !== undefined) writes.set(title, call);
      const rejected = error?.status === 401 ? (rejections.get(by) ?? 0) + 1 : 0;
      rejections.set(by, rejected);
      if (rejected === MANY_REJECTIONS) violate(`${by} keeps using a token that was rejected`);
      const took = ended - began;
      if (took > totalTimeoutMs + SLACK_MS) violate(`a call of ${by} took ${Math.round(took)} ms, but its total deadline is ${totalTimeoutMs} ms`);
      if (abortedAt !== undefined && ended > abortedAt + SLACK_MS)
        violate(`a call of ${by} continued for ${Math.round(ended - abortedAt)} ms after it was aborted`);
      if (isEvil && error === undefined) violate(`a call of ${by} to another origin succeeded`);
      if (isCalm && !isEvil && error !== undefined && abortedAt === undefined && totalTimeoutMs >= 30_000)
        violate(`a call of ${by} fails in the calm time: ${error.message}`);
    },
    end(): void {
      for (const [title, { error, mayRepeat }] of writes) {
        const count = itemsOf(title);
        const reported = error === undefined ? "done" : `${error.code ?? "aborted"} ${error.status ?? ""} ${error.outcome ?? ""}`;
        if (count > 1 && !mayRepeat) violate(`a write happened ${count} times, but the client reported: ${reported}`);
        if (count === 0 && error === undefined) violate("a write did not happen, but the client reported success");
        if (count > 0 && (error?.outcome === "not-sent" || (error?.code === "api-error" && Number(error.status) < 500 && !mayRepeat)))
          violate(`a write happened, but the client reported: ${reported}`);
      }
    },
  };
}
