import { checkState } from "../core/service/check-seed.ts";
import type { Random } from "../core/values/random.ts";
import type { Service } from "../core/service/service.ts";
import type { ManagementActor } from "./state/actor.ts";
import { ANONYMOUS, authenticateApp, authenticateToken } from "./access/authenticate.ts";
import { authorize } from "./access/authorize.ts";
import { handlers, type PathOperations } from "./handlers.ts";
import { managementContract } from "./state/contract.ts";
import { managementErrorResponses } from "./problems/error-responses.ts";
import { createManagementStore, type ManagementSeed, type ManagementStore } from "./state/store.ts";
import { fireSignal } from "./operations/workflow-runs.ts";

/** Returns the service for one emulator, whose randomness provides the trace ids of errors. */
export function managementService(): Service<PathOperations, ManagementStore, ManagementSeed, ManagementActor> {
  let random: Random | undefined;
  let expiredAt = new Date(0);
  return {
    name: "management",
    contract: managementContract(),
    handlers,
    errorResponses: managementErrorResponses({ random: () => random as Random, expiredAt: () => expiredAt }),
    anonymous: ANONYMOUS,
    authenticate(header, { store, now, operation }) {
      if (operation.security?.scheme === "clientCredentials") return authenticateApp(header, store);
      const actor = authenticateToken(header, store, now);
      expiredAt = now;
      if (actor === "expired") {
        // The error response that follows has this time.
        const value = /\S+$/.exec(header("authorization") ?? "")?.[0] ?? "";
        expiredAt = new Date(store.tokens.get(value)?.expiresAt ?? now);
      }
      return actor;
    },
    createStore(seed, tools) {
      random = tools.random;
      return createManagementStore(seed);
    },
    checkState: (state) => checkState("management", state),
    extraRoutes: [authorize, fireSignal],
  };
}
