/** A number of the fault list whose row is no more here: what it asserted, `npx pnpm simulate` asserts of every world. */
export interface MovedRow {
  readonly id: string;
  /** The fault in a few words. */
  readonly fault: string;
  /** The mutants of tools/simulate that show that the simulation would find it. */
  readonly mutants: readonly string[];
}

export const tokenExpires: MovedRow = { id: "F21", fault: "token expires or is revoked at a page", mutants: ["refused-token-kept", "renewal-for-each-call"] };

export const parallelCalls: MovedRow = { id: "F23", fault: "parallel calls on an expired, on a revoked token", mutants: ["renewal-for-each-call"] };

export const rotated: MovedRow = {
  id: "F25",
  fault: "refresh token rotated; its answer lost; the store fails",
  mutants: ["stale-refresh-token", "token-used-before-save", "unsaved-token-forgotten"],
};

export const handlers: MovedRow = {
  id: "F32",
  fault: "handler throws, rejects or never returns",
  mutants: ["failed-batch-committed", "abandoned-batch-committed", "save-before-hand-over"],
};

export const caughtUp: MovedRow = {
  id: "F34",
  fault: "no more for now: has_more false, empty audit page",
  mutants: ["position-not-moved", "no-poll-interval", "polls-too-late"],
};

export const order: MovedRow = {
  id: "F36",
  fault: "times out of order or equal, ids not ascending",
  mutants: ["events-sorted-by-time", "events-before-the-last-left-out"],
};

export const soak: MovedRow = {
  id: "F46",
  fault: "hours of every fault of F2 to F18",
  mutants: ["ends-by-temporary-failure", "last-event-dropped", "wait-leaves-timer"],
};

export const stopped: MovedRow = {
  id: "F47",
  fault: "stop while a page is handled or asked for",
  mutants: ["abandoned-batch-committed", "grace-timer-left", "wait-ignores-stop", "call-ignores-abort"],
};
