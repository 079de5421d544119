import { checkOptions, type Rules } from "./check-options.ts";
import { isObject } from "./json.ts";
import { whichOf } from "./nearest-name.ts";
import type { OperationSpec } from "./operation-spec.ts";

/** What a client is to be tried with. */
export interface Fault {
  /** The operation, or `*` for any. */
  readonly operationId: string;
  /** How often it strikes. Default: once. */
  readonly times?: number | "always";
  /** How likely it strikes a request, 0 to 1, drawn from the seeded randomness. Default: 1. */
  readonly probability?: number;
  /** How long the request waits first, in milliseconds of the emulator's clock. */
  readonly delayMs?: number;
  /** Whether it strikes instead of the operation or when that is done: then a write has happened and its answer is lost. Default: `before`. */
  readonly when?: "before" | "after";
  /** What comes instead of the answer. Absent: the true answer, late. */
  readonly answer?: FaultAnswer;
}

/**
 * What a fault answers: a reply of any status, documented or not, or one of
 *
 * - `drop`, `reset`: the connection closes, or is reset, without an answer;
 * - `truncate`: the true answer, and the connection closes in the middle of its body;
 * - `malformed-body`: half of the true body, as if it were whole;
 * - `stall`: no answer until the client goes away;
 * - `repeat`: the last good answer of the operation once more; a page comes twice;
 * - `expired-token`, `expired-cursor`: the service's own refusal of these.
 */
export type FaultAnswer =
  | { readonly status: number; readonly headers?: { readonly [name: string]: string }; readonly body?: unknown }
  | "drop"
  | "reset"
  | "truncate"
  | "malformed-body"
  | "stall"
  | "repeat"
  | "expired-token"
  | "expired-cursor";

const NAMED_ANSWERS: readonly FaultAnswer[] = ["drop", "reset", "truncate", "malformed-body", "stall", "repeat", "expired-token", "expired-cursor"];

// The longest delay that a timer of the platform takes.
const LONGEST_DELAY_MS = 2_147_483_647;

const RULES: Rules<Fault> = {
  operationId: [(value) => typeof value === "string", "a string", true],
  times: [(value) => value === "always" || (Number.isInteger(value) && Number(value) > 0), 'a whole number of 1 or more, or "always"'],
  probability: [(value) => typeof value === "number" && value > 0 && value <= 1, "above 0 and at most 1"],
  delayMs: [(value) => typeof value === "number" && value >= 0 && value <= LONGEST_DELAY_MS, `a number of milliseconds of 0 to ${LONGEST_DELAY_MS}`],
  when: [(value) => value === "before" || value === "after", '"before" or "after"'],
  answer: [(value) => typeof value === "string" || isObject(value), `one of ${NAMED_ANSWERS.join(", ")}, or an object with a status`],
};

const ANSWER_RULES: Rules<Exclude<FaultAnswer, string>> = {
  status: [(value) => Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599, "a whole number of 200 to 599", true],
  headers: [(value) => isObject(value) && Object.values(value).every((each) => typeof each === "string"), "an object of strings"],
  body: [() => true, "anything"],
};

/**
 * Refuses a fault that could never strike, or would strike as something else than it says.
 *
 * @throws TypeError with what was expected, what came, and which name is meant.
 */
export function checkFault(fault: Fault, operations: readonly OperationSpec[]): void {
  checkOptions("the fault", fault, RULES);
  const { operationId, answer } = fault;
  const ids = ["*", ...operations.map(({ id }) => id)];
  if (!ids.includes(operationId)) throw new TypeError(`there is no operation ${operationId} to break${whichOf(operationId, ids)}`);
  if (typeof answer === "object") checkOptions("the answer of the fault", answer, ANSWER_RULES);
  else if (answer !== undefined && !NAMED_ANSWERS.includes(answer))
    throw new TypeError(`the fault: there is no answer ${answer}${whichOf(answer, NAMED_ANSWERS.map(String))}`);
  const cursors = operations.some(({ id, hasCursor }) => hasCursor && (operationId === "*" || id === operationId));
  if (answer === "expired-cursor" && !cursors) throw new TypeError(`${operationId} reads no list by a cursor, so that none of it can expire`);
}
