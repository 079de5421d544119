import { runOnce } from "../measure/run-once.ts";
import type { TokenReport } from "../programs/tokens.ts";
import type { Group } from "../row.ts";

/** Each of these is a count, the same in every run. */
export const tokens: Group = {
  name: "tokens",
  rows: [
    { name: "token-expired", what: "token requests of 1,000 calls at once on an expired token", unit: "requests", goal: { atMost: 1 } },
    { name: "token-expired-failed", what: "calls of these that fail", unit: "calls", goal: { atMost: 0 } },
    { name: "token-revoked", what: "token requests of 1,000 calls at once on a revoked token", unit: "requests", goal: { atMost: 1 } },
    { name: "token-revoked-failed", what: "calls of these that fail", unit: "calls", goal: { atMost: 0 } },
    { name: "token-valid", what: "turns of the microtask queue that a valid token costs more than a string", unit: "turns", goal: { atMost: 0 } },
  ],
  async measure({ stage }) {
    const { answer } = await runOnce<{ readonly expired: TokenReport; readonly revoked: TokenReport; readonly extraTurns: number }>(stage, "tokens");
    return {
      "token-expired": { figure: answer.expired.tokenRequests },
      "token-expired-failed": { figure: answer.expired.failedCalls },
      "token-revoked": { figure: answer.revoked.tokenRequests },
      "token-revoked-failed": { figure: answer.revoked.failedCalls },
      "token-valid": { figure: answer.extraTurns },
    };
  },
};
