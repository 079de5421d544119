import type { ClientEvent, KeywrightError } from "@keywright/core";
import { isKeywrightError } from "@keywright/core";
import { describe, expectFailure, type Outcome, type Trial } from "./bench.ts";
import type { Behaviour } from "./server/exchange.ts";
import { answersJson } from "./server/whole.ts";
import type { Subject } from "./subjects.ts";

/** Counts the attempts of calls that succeed: give `onEvent` to the clients. */
export function countAttempts(): { readonly onEvent: (event: ClientEvent) => void; readonly attempts: () => number } {
  let attempts = 0;
  return {
    attempts: () => attempts,
    onEvent: (event) => {
      if (event.type === "call") attempts = event.attempts;
    },
  };
}

/** A read meets a fault once and then the good answer: it must succeed with the second attempt. */
export async function readRecovers(trial: Trial, subject: Subject, fault: Behaviour): Promise<void> {
  const server = await trial.serve([fault, answersJson(subject.answer)]);
  const outcome = await trial.attempt(() => subject.call(trial.clients(server.url), { signal: trial.signal }));
  expectWhole(trial, subject, outcome);
  trial.that(server.requests.length === 2, `expected 2 requests; got ${server.requests.length}`);
}

/** A read meets a fault with each attempt: it must fail for a reason. */
export async function readGivesUp(trial: Trial, subject: Subject, fault: Behaviour, code: KeywrightError["code"], attempts = 3): Promise<Outcome> {
  const server = await trial.serve(Array.from({ length: attempts }, () => fault));
  const outcome = await trial.attempt(() => subject.call(trial.clients(server.url), { signal: trial.signal }));
  expectFailure(trial, outcome, code, attempts);
  trial.that(server.requests.length === attempts, `expected ${attempts} requests; got ${server.requests.length}`);
  return outcome;
}

/** A write meets a fault behind which it may have happened: it must not be sent again, and say so. */
export async function writeStops(trial: Trial, subject: Subject, fault: Behaviour, code: KeywrightError["code"]): Promise<void> {
  const server = await trial.serve([fault, answersJson(subject.answer)]);
  const outcome = await trial.attempt(() => subject.call(trial.clients(server.url), { signal: trial.signal }));
  expectFailure(trial, outcome, code, 1);
  expectUnknownOutcome(trial, outcome);
  trial.that(server.requests.length === 1 && server.doubleWrites === 0, `the write was sent ${server.requests.length} times`);
}

/** Judges that a call gave the whole good answer. */
export function expectWhole(trial: Trial, subject: Subject, outcome: Outcome): void {
  trial.that(outcome.ok, `${subject.name} was to succeed; ${describe(outcome)}`);
  if (!outcome.ok) return;
  trial.that(subject.isWhole(outcome.value), `${subject.name} did not give all of the answer`);
}

/** Judges that the error of a write says that the service may have acted. */
export function expectUnknownOutcome(trial: Trial, { error }: Outcome): void {
  if (!isKeywrightError(error)) return;
  const outcome = (error as { readonly outcome?: unknown }).outcome;
  const said = /may have|has probably/.test(error.message);
  // Where an answer has begun, the error is one of the answer and has no outcome beside its words.
  trial.that(outcome === "unknown" || (outcome === undefined && said), `the error does not say that the service may have acted (outcome ${String(outcome)})`);
  trial.that(said || error.name === "TimeoutError", "the message does not say that the service may have acted");
}
