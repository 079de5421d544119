import { type CallOptions, isApiError, TokenError, type TokenProvider } from "@keywright/core";
import { createEventsEmulator } from "@keywright/emulator";
import { requireFeatures } from "@keywright/events";
import { describe } from "../bench.ts";
import type { Row } from "../row.ts";
import { SENTINELS } from "../sentinels.ts";
import { answersJson } from "../server/whole.ts";
import type { Clients } from "../subjects.ts";

const TIMES = 10;

/** Operations that need a scope or a feature, with its name. */
const CALLS: readonly (readonly [scope: string, (clients: Clients, options: CallOptions) => Promise<unknown>])[] = [
  ["auditevents", ({ events }, options) => events.listAuditEvents({}, options).toArray({ max: 1 })],
  ["itemusages", ({ events }, options) => events.listItemUsages({}, options).toArray({ max: 1 })],
  ["signinattempts", ({ events }, options) => events.listSignInAttempts({}, options).toArray({ max: 1 })],
  ["AuditLog.Read", ({ management }, options) => management.listAuditLogs({}, options).toArray({ max: 1 })],
  ["Users.Write", ({ management }, options) => management.deleteScimUser({ userId: "1" }, options)],
  ["Workflows.Runs.Read", ({ management }, options) => management.getWorkflowRun({ workflowId: "1", runId: "2" }, options)],
  ["Workflows.Runs.Execute", ({ management }, options) => management.fireSignal({ href: "/signals/1" }, options)],
];

/** The token is good and may not do this: another token of the same kind would not either. */
export const forbidden: Row = {
  id: "F26",
  fault: "403 for want of a scope",
  async run(bench) {
    let refreshes = 0;
    for (const [scope, call] of CALLS) {
      for (const body of [{ title: "Forbidden", detail: "insufficient scope" }, { status: 403, message: "no" }, undefined]) {
        await bench.repeat(TIMES, `403 without ${scope}`, async (trial) => {
          const asked = { tokens: 0, invalidated: 0 };
          const token: TokenProvider = {
            getToken: () => {
              asked.tokens += 1;
              return SENTINELS.token;
            },
            invalidate: () => {
              asked.invalidated += 1;
            },
          };
          const challenge = ["www-authenticate", `Bearer error="insufficient_scope", scope="${scope}"`] as const;
          const server = await trial.serve([answersJson(body, 403, [challenge])]);
          const outcome = await trial.attempt(() => call(trial.clients(server.url, { token }), { signal: trial.signal }));
          refreshes += asked.invalidated;
          trial.that(isApiError(outcome.error, 403) && outcome.error.attempts === 1, `expected 403 after one attempt; ${describe(outcome)}`);
          trial.that(
            asked.tokens === 1 && asked.invalidated === 0,
            `the provider was asked ${asked.tokens} times and told ${asked.invalidated} times of a refusal`,
          );
          trial.that(outcome.error instanceof Error && outcome.error.message.includes(scope), "the message does not name the scope");
        });
      }
    }
    // The events service has no 403: it says 401 where the token lacks the feature, and introspection says which it has.
    await bench.repeat(TIMES, "401 without the feature", async (trial) => {
      const emulator = createEventsEmulator();
      const token = emulator.issueToken({ features: ["itemusages"] });
      const { events } = trial.clients("https://events.example.com", { token, fetch: emulator.fetch, transport: undefined });
      const known = await trial.attempt(() => events.introspect());
      trial.that(known.ok && known.value.features.join() === "itemusages", `introspection was to tell the features; ${describe(known)}`);
      const early = await trial.attempt(() => requireFeatures(events, ["itemusages", "auditevents"], { signal: trial.signal }));
      trial.that(
        early.error instanceof TokenError && early.error.missingFeatures?.join() === "auditevents",
        `the missing feature was to be told before the first poll; ${describe(early)}`,
      );
      const outcome = await trial.attempt(() => events.listAuditEvents({}, { signal: trial.signal }).toArray({ max: 1 }));
      trial.that(isApiError(outcome.error, 401) && outcome.error.attempts === 1, `expected 401 after one attempt; ${describe(outcome)}`);
      trial.that(outcome.error instanceof Error && outcome.error.message.includes("auditevents"), "the message does not name the feature");
    });
    return `${refreshes} refreshes; the message names the scope or feature, ${CALLS.length} of ${CALLS.length}`;
  },
};
