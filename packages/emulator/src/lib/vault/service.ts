import type { operations } from "@keywright/vault/schema";
import { checkState } from "../core/service/check-seed.ts";
import type { Service } from "../core/service/service.ts";
import { findBearerToken } from "../core/service/tokens.ts";
import type { VaultActor } from "./operations/access.ts";
import { recordExchange } from "./operations/activity.ts";
import { vaultContract } from "./state/contract.ts";
import { handlers } from "./handlers.ts";
import { errorResponses } from "./operations/error-responses.ts";
import { createVaultStore, type VaultSeed, type VaultStore } from "./state/store.ts";

/** Returns the parts of the vault server. */
export function vaultService(): Service<operations, VaultStore, VaultSeed, VaultActor> {
  return {
    name: "vault",
    contract: vaultContract(),
    handlers,
    errorResponses,
    anonymous: { id: "anonymous", scopes: [], token: undefined },
    authenticate(header, { store, now }) {
      const token = findBearerToken(header("authorization"), store.tokens, now);
      return typeof token === "string" ? token : { id: token.jti, scopes: token.scopes, token };
    },
    createStore: createVaultStore,
    checkState: (state) => checkState("vault", state),
    record: recordExchange,
    // Some clients send a slash at the end of list paths.
    trailingSlash: true,
  };
}
