import { isKeywrightError, type TokenError, type TokenProvider } from "@keywright/core";
import { authorizationCode, type AuthorizationCodeFlow, refreshToken, type TokenStore } from "@keywright/core/oauth";
import { describe, type Trial } from "../bench.ts";
import type { Row } from "../row.ts";
import { BASE_URL, clientOf, createTokenService, type TokenService } from "./token-service.ts";

const TIMES = 10;
const ROTATIONS = 20;

/** Every use changes the refresh token: the new one is kept before it is needed, and where it is lost, that is an error and no loop. */
export const rotated: Row = {
  id: "F25",
  fault: "refresh token rotated; its answer lost; the store fails",
  async run(bench) {
    await bench.repeat(TIMES, "rotation", async (trial) => {
      const service = createTokenService(trial, { rotates: true });
      const saved: string[] = [];
      const provider = await consent(service, noting(saved));
      const management = clientOf(trial, service, provider);
      for (let count = 0; count < ROTATIONS; count += 1) {
        service.revokeTokens();
        const outcome = await trial.attempt(() => management.listAppCategories());
        trial.that(outcome.ok, `rotation ${count + 1}: ${describe(outcome)}`);
        trial.that(saved.at(-1) === newest(service), "the store does not have the newest refresh token");
      }
      trial.that(saved.length === ROTATIONS + 1, `expected ${ROTATIONS + 1} refresh tokens to be saved; ${saved.length} were`);
      // Another program goes on with what was saved.
      const successor = clientOf(trial, service, refreshToken({ ...service.endpoint, store: noting(saved) }));
      trial.that((await trial.attempt(() => successor.listAppCategories())).ok, "what was saved was to work in another program");
    });
    let lostRequests = 0;
    for (const when of ["reset", "stall"] as const) {
      await bench.repeat(TIMES, `the answer is lost by a ${when}`, async (trial) => {
        const service = createTokenService(trial, { rotates: true });
        const saved: string[] = [];
        const provider = await consent(service, noting(saved));
        const management = clientOf(trial, service, provider);
        service.revokeTokens();
        const begin = service.tokenRequests;
        service.emulator.inject({ operationId: "issueToken", when: "after", answer: when });
        const first = await trial.attempt(() => management.listAppCategories());
        trial.that(isKeywrightError(first.error, "no-token"), `expected no-token; ${describe(first)}`);
        service.skipBackoff();
        const second = await trial.attempt(() => management.listAppCategories());
        trial.that((second.error as TokenError).oauthError === "invalid_grant", `expected invalid_grant; ${describe(second)}`);
        for (let count = 0; count < 20; count += 1) {
          service.skipBackoff();
          const later = await trial.attempt(() => management.listAppCategories());
          trial.that(isKeywrightError(later.error, "no-token"), `expected no-token; ${describe(later)}`);
        }
        lostRequests = Math.max(lostRequests, service.tokenRequests - begin);
        trial.that(service.tokenRequests - begin === 2, `expected 2 token requests; ${service.tokenRequests - begin} were made`);
        const again = clientOf(trial, service, await consent(service, noting(saved)));
        trial.that((await trial.attempt(() => again.listAppCategories())).ok, "another consent was to mend it");
      });
    }
    await bench.repeat(TIMES, "the store fails", surviveFailingStore);
    return `${TIMES * ROTATIONS} rotations, each kept before use; a lost answer costs ${lostRequests} token requests in 22 calls, then consent is asked for`;
  },
};

async function surviveFailingStore(trial: Trial): Promise<void> {
  const service = createTokenService(trial, { rotates: true });
  const saved: string[] = [];
  let full = false;
  const store = noting(saved, () => full);
  const management = clientOf(trial, service, await consent(service, store));
  service.revokeTokens();
  full = true;
  const begin = { tokens: service.tokenRequests, calls: service.calls };
  const first = await trial.attempt(() => management.listAppCategories());
  trial.that(isKeywrightError(first.error, "no-token"), `expected no-token; ${describe(first)}`);
  trial.that(service.calls - begin.calls === 1, "the token that came with the unsaved one was used");
  service.skipBackoff();
  full = false;
  const second = await trial.attempt(() => management.listAppCategories());
  trial.that(second.ok && saved.at(-1) === newest(service), `expected success with the newest refresh token saved; ${describe(second)}`);
  trial.that(service.tokenRequests - begin.tokens === 2, `expected 2 token requests; ${service.tokenRequests - begin.tokens} were made`);
}

/** Lets the organization's user consent. */
async function consent({ emulator, endpoint, fetch }: TokenService, store: TokenStore): Promise<TokenProvider> {
  const [redirectUri = ""] = emulator.store.apps.list()[0]?.redirectUris ?? [];
  const flow: AuthorizationCodeFlow = authorizationCode({
    ...endpoint,
    authorizationUrl: `${BASE_URL}/connect/authorize`,
    redirectUri,
    scope: ["Apps.Read", "offline_access"],
    store,
  });
  const request = await flow.begin();
  const response = await fetch(request.url, { method: "GET" });
  return flow.finish(response.headers.get("location") ?? "", request);
}

/** A store that notes what is saved, the last one being what it gives. */
function noting(saved: string[], fails: () => boolean = () => false): TokenStore {
  return {
    load: async () => saved.at(-1),
    async save(token) {
      if (fails()) throw new Error("no space left");
      saved.push(token);
    },
  };
}

/** The refresh token that the service made last. */
function newest({ emulator }: TokenService): string | undefined {
  return emulator.store.refreshTokens.list().at(-1)?.value;
}
