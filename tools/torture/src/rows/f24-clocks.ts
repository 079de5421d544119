import type { Clock } from "@keywright/core";
import { clientCredentials } from "@keywright/core/oauth";
import type { Row } from "../row.ts";
import { BASE_URL, createTokenService } from "./token-service.ts";

const CALLS = 20;
const HOUR_MS = 3_600_000;

/** How wrong the machine's wall clock is before each call, in milliseconds. */
const CLOCKS: readonly (readonly [name: string, errorMs: (call: number) => number])[] = [
  ["right", () => 0],
  ["an hour late", () => -HOUR_MS],
  ["an hour early", () => HOUR_MS],
  ["jumps forward in the middle", (call) => (call < CALLS / 2 ? 0 : HOUR_MS)],
  ["jumps back in the middle", (call) => (call < CALLS / 2 ? 0 : -HOUR_MS)],
  ["jumps to and fro", (call) => (call % 2 === 0 ? 10 : -10) * HOUR_MS],
];

/** What the token endpoint says of a token's life. */
const LIVES: readonly (readonly [name: string, expiresIn: unknown])[] = [
  ["3600", 3600],
  ["missing", undefined],
  ['"3600"', "3600"],
  ["0", 0],
  ["negative", -5],
  ["null", null],
  ["a word", "soon"],
];

/** The machine's clock is wrong, or the token endpoint says something odd: a token is used as long as the service takes it. */
export const clocks: Row = {
  id: "F24",
  fault: "wall clock ±1 h, jumps; expires_in missing, text, 0, negative",
  async run(bench) {
    let most = 0;
    let needless = 0;
    for (const [clockName, errorMs] of CLOCKS) {
      for (const [lifeName, expiresIn] of LIVES) {
        await bench.run(`clock ${clockName}, expires_in ${lifeName}`, async (trial) => {
          const service = createTokenService(trial, { rewrite: (answer) => ({ ...answer, expires_in: expiresIn }) });
          let call = 0;
          const quick = trial.quickClock();
          const clock: Clock = { ...quick, wallNow: () => Date.now() + errorMs(call) };
          const token = clientCredentials({ ...service.endpoint, clock });
          const { management } = trial.clients(BASE_URL, { fetch: service.fetch, token, clock });
          for (; call < CALLS; call += 1) {
            const { ok } = await trial.attempt(() => management.listAppCategories());
            trial.that(ok, `call ${call + 1} failed`);
          }
          const refused = service.calls - CALLS;
          trial.that(service.tokenRequests === 1, `expected one token request for ${CALLS} calls; ${service.tokenRequests} were made`);
          trial.that(refused === 0, `${refused} calls were refused`);
          service.revokeTokens();
          const { ok } = await trial.attempt(() => management.listAppCategories());
          trial.that(ok && service.tokenRequests === 2 && service.calls === CALLS + 2, "a revoked token was to cost one refusal and one token request");
          most = Math.max(most, service.tokenRequests - 1);
          needless += refused;
        });
      }
    }
    return `${CLOCKS.length} clocks × ${LIVES.length} lives, ${CALLS} calls each: token requests at the most ${most}, ${needless} needless 401`;
  },
};
