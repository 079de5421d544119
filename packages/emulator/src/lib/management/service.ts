import { checkState } from "../core/check-seed.ts";
import type { Random } from "../core/random.ts";
import type { Service } from "../core/service.ts";
import type { ManagementActor } from "./actor.ts";
import { ANONYMOUS, authenticateApp, authenticateToken } from "./authenticate.ts";
import { authorize } from "./authorize.ts";
import { managementContract } from "./contract.ts";
import { handlers, type PathOperations } from "./handlers.ts";
import { managementRefusals } from "./refusals.ts";
import { createManagementStore, type ManagementSeed, type ManagementStore } from "./store.ts";
import { fireSignal } from "./workflow-runs.ts";

/** Returns the parts of the management service for one emulator, because error responses take trace ids from its randomness. */
export function managementService(): Service<PathOperations, ManagementStore, ManagementSeed, ManagementActor> {
  let random: Random | undefined;
  let expiredAt = new Date(0);
  return {
    name: "management",
    contract: managementContract(),
    handlers,
    refusals: managementRefusals({ random: () => random as Random, expiredAt: () => expiredAt }),
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
    extras: [authorize, fireSignal],
  };
}
