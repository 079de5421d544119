import { type ApiError, isApiError, isKeywrightError, type TokenError } from "@keywright/core";
import type { FaultAnswer } from "@keywright/emulator";
import { describe } from "../bench.ts";
import type { Row } from "../row.ts";
import { clientOf, createTokenService } from "./token-service.ts";

const TIMES = 10;

/** What the token endpoint does when it is asked for the second token; `undefined` for a good answer. */
const ANSWERS: readonly (readonly [name: string, answer: FaultAnswer | undefined])[] = [
  ["a token that is refused, too", undefined],
  ["400", { status: 400, headers: { "content-type": "application/json" }, body: { error: "invalid_client" } }],
  ["500", { status: 500 }],
  // Not tried again within the call: its caller would wait for two services, and all calls would ask the one that is in trouble. The next call asks, after a while.
  ["503", { status: 503, headers: { "retry-after": "1" } }],
  ["an answer that is no JSON", { status: 200, headers: { "content-type": "text/html" }, body: "<html>" }],
  ["a reset", "reset"],
  ["a stall", "stall"],
];

/** The service refuses a token, and the next one, or there is no next one: it is told of once, with what the service said. */
export const refusedAgain: Row = {
  id: "F22",
  fault: "401 again after the refresh; token endpoint 400, 500, 503, stalls",
  async run(bench) {
    let most = 0;
    let challenges = 0;
    for (const [name, answer] of ANSWERS) {
      await bench.repeat(TIMES, name, async (trial) => {
        const service = createTokenService(trial, {
          before: (kind, count) => {
            if (kind === "token" && count === 2 && answer !== undefined) service.emulator.inject({ operationId: "issueToken", answer });
          },
        });
        service.emulator.inject({ operationId: "listAppCategories", times: "always", answer: "expired-token" });
        const outcome = await trial.attempt(() => clientOf(trial, service).listAppCategories({ signal: trial.signal }));
        const error = outcome.error as ApiError | TokenError;
        const typed = answer === undefined ? isApiError(error, 401) && error.attempts === 2 : isKeywrightError(error, "no-token") && error.attempts === 1;
        trial.that(
          typed && error.operationId === "listAppCategories",
          `expected ${answer === undefined ? "401 after two attempts" : "no-token after one attempt"}; ${describe(outcome)}`,
        );
        const told = error.challenges?.some(({ scheme, parameters }) => scheme === "bearer" && parameters["error"] === "invalid_token") ?? false;
        trial.that(told, "the error does not have the service's challenge");
        trial.that(service.tokenRequests === 2, `expected 2 token requests; ${service.tokenRequests} were made`);
        trial.that(service.calls === (answer === undefined ? 2 : 1), `${service.calls} requests were made`);
        most = Math.max(most, service.tokenRequests);
        if (told) challenges += 1;
      });
    }
    return `${most} token requests at the most; ${challenges} of ${ANSWERS.length * TIMES} errors with the challenge`;
  },
};
