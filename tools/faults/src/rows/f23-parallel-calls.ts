import type { Row } from "../row.ts";
import { clientOf, createTokenService, type TokenService } from "./token-service.ts";

const WIDTHS = [200, 1000];

const CASES: readonly (readonly [name: string, spoil: (service: TokenService) => void])[] = [
  ["expired", (service) => service.expireTokens()],
  ["revoked", (service) => service.revokeTokens()],
];

/** Many calls begin with a token that is good no more: one of them asks for another, and all use it. */
export const parallelCalls: Row = {
  id: "F23",
  fault: "200 and 1,000 parallel calls on an expired, on a revoked token",
  async run(bench) {
    let calls = 0;
    let failed = 0;
    const requests: number[] = [];
    for (const [name, spoil] of CASES) {
      for (const width of WIDTHS) {
        await bench.run(`${width} calls, ${name}`, async (trial) => {
          const service = createTokenService(trial);
          const management = clientOf(trial, service);
          await management.listAppCategories();
          spoil(service);
          const before = service.tokenRequests;
          const outcomes = await Promise.all(Array.from({ length: width }, () => trial.attempt(() => management.listAppCategories())));
          const wrong = outcomes.filter(({ ok }) => !ok).length;
          const asked = service.tokenRequests - before;
          trial.that(wrong === 0, `${wrong} of ${width} calls failed`);
          trial.that(asked === 1, `expected one token request; ${asked} were made`);
          calls += width;
          failed += wrong;
          requests.push(asked);
        });
      }
    }
    return `token requests ${requests.join(", ")} for ${calls} calls in ${requests.length} runs; ${failed} calls failed`;
  },
};
