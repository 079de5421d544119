import { type ApiError, type CallOptions, isApiError } from "@keywright/core";
import { describe, expectFailure } from "../bench.ts";
import type { Row } from "../row.ts";
import { answers, answersJson } from "../server/whole.ts";
import { type Clients, READS, WRITES } from "../subjects.ts";
import { readVectors } from "../vectors.ts";

const STATUSES = [400, 401, 403, 404, 409, 413] as const;
const TRACE_ID = "00-4bf92f3577b34da6a3ce929d0e0e4736-00";
const PERSON = "9c2b4f0e-5a1d-4c53-9a58-0c3b2f1d7e66";

/** A body of a refusal in one of the dialects, and what has to be read out of it. */
interface Dialect {
  readonly name: string;
  readonly type: string;
  readonly body: (status: number) => unknown;
  readonly message: string | undefined;
  readonly traceId: string | undefined;
  readonly fieldErrors: string | undefined;
}

const FIELD_ERRORS = { startDate: ["is no date"] };

const DIALECTS: readonly Dialect[] = [
  {
    name: "problem details",
    type: "application/problem+json",
    body: (status) => ({ type: "about:blank", title: "Refused", status, detail: "it cannot be so", traceId: TRACE_ID, errors: FIELD_ERRORS }),
    message: "it cannot be so",
    traceId: TRACE_ID,
    fieldErrors: JSON.stringify(FIELD_ERRORS),
  },
  {
    name: "problem details with extensions",
    type: "application/problem+json",
    body: (status) => ({ title: "Refused", status, extensions: { traceId: TRACE_ID } }),
    message: "Refused",
    traceId: TRACE_ID,
    fieldErrors: undefined,
  },
  {
    name: "status and message",
    type: "application/json",
    body: (status) => ({ status, message: "it cannot be so" }),
    message: "it cannot be so",
    traceId: undefined,
    fieldErrors: undefined,
  },
  {
    name: "an error in an object",
    type: "application/json",
    body: () => ({ Error: { Message: "it cannot be so" } }),
    message: "it cannot be so",
    traceId: undefined,
    fieldErrors: undefined,
  },
  {
    name: "OAuth",
    type: "application/json",
    body: () => ({ error: "invalid_grant", error_description: "it cannot be so" }),
    message: "it cannot be so",
    traceId: undefined,
    fieldErrors: undefined,
  },
  { name: "nothing", type: "application/json", body: () => undefined, message: undefined, traceId: undefined, fieldErrors: undefined },
  { name: "an array", type: "application/json", body: () => [1, 2], message: undefined, traceId: undefined, fieldErrors: undefined },
];

interface Vector {
  readonly name: string;
  readonly status?: number;
  readonly contentType: string;
  readonly body: unknown;
}

const CALLS: readonly (readonly [string, (clients: Clients, options: CallOptions) => Promise<unknown>])[] = [
  ...[...READS, ...WRITES].map((subject) => [subject.name, (clients: Clients, options: CallOptions) => subject.call(clients, options)] as const),
  ["updatePerson", ({ management }, options) => management.updatePerson({ id: PERSON, body: { jobTitle: "Auditor" } }, options)],
];

/** The service refuses: repeating would not mend it. */
export const refusals: Row = {
  id: "F20",
  fault: "400, 401 without a refresh, 403, 404, 409, 413",
  async run(bench) {
    let repetitions = 0;
    for (const status of STATUSES) {
      for (const { name, type, body, message, traceId, fieldErrors } of DIALECTS) {
        for (const [operation, call] of CALLS) {
          await bench.run(`${operation}, ${status}, ${name}`, async (trial) => {
            const server = await trial.serve(() =>
              answers({ status, headers: [["content-type", type]], body: body(status) === undefined ? "" : JSON.stringify(body(status)) }),
            );
            const outcome = await trial.attempt(() => call(trial.clients(server.url), { signal: trial.signal }));
            repetitions += server.requests.length - 1;
            expectFailure(trial, outcome, "api-error", 1);
            if (!isApiError(outcome.error, status)) return trial.that(false, `expected ${status}; ${describe(outcome)}`);
            const { error } = outcome;
            trial.that(message === undefined || error.message.includes(message), "the message does not say what the service said");
            trial.that(error.traceId === traceId, "the trace id is another");
            trial.that((error.fieldErrors === undefined ? undefined : JSON.stringify(error.fieldErrors)) === fieldErrors, "the field errors are others");
          });
        }
      }
    }
    const vectors = await readVectors<readonly Vector[]>("problem-details/bodies.json");
    for (const { name, status = 400, contentType, body } of vectors ?? []) {
      await bench.run(name, async (trial) => {
        const server = await trial.serve([answersJson(body, status, [["x-content-type", contentType]])]);
        const outcome = await trial.attempt(() => (READS[0] as (typeof READS)[number]).call(trial.clients(server.url), { signal: trial.signal }));
        const { title, detail } = body as { readonly title?: string; readonly detail?: string };
        const error = outcome.error as ApiError;
        trial.that(isApiError(error, status) && error.message.includes(detail ?? title ?? ""), `expected ${status} with what it says; ${describe(outcome)}`);
      });
    }
    return `${STATUSES.length} statuses × ${DIALECTS.length} bodies × ${CALLS.length} calls: ${repetitions} repetitions; traceId from both places; ${vectors === undefined ? "problem-details not run: CONFORMANCE_VECTORS is not set" : `${vectors.length} of ${vectors.length} problem-details`}`;
  },
};
