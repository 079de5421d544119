import type { operations } from "@keywright/vault/schema";
import { checkState } from "../core/check-seed.ts";
import type { Service } from "../core/service.ts";
import { findBearerToken } from "../core/tokens.ts";
import type { VaultActor } from "./access.ts";
import { recordExchange } from "./activity.ts";
import { vaultContract } from "./contract.ts";
import { handlers } from "./handlers.ts";
import { refusals } from "./refusals.ts";
import { createVaultStore, type VaultSeed, type VaultStore } from "./store.ts";

/** Returns the parts of the vault server. */
export function vaultService(): Service<operations, VaultStore, VaultSeed, VaultActor> {
  return {
    name: "vault",
    contract: vaultContract(),
    handlers,
    refusals,
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
