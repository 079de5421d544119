import type { VaultTokenOptions } from "../../../generated/seed.ts";
import type { Random } from "../../core/values/random.ts";
import { expiryOf } from "../../core/service/tokens.ts";
import type { VaultToken } from "./store.ts";

/** Returns a token of an account for some vaults. */
export function newVaultToken(
  { value, expiresInSeconds }: VaultTokenOptions,
  { account, vaults, random, nowMs }: { readonly account: string; readonly vaults: readonly string[]; readonly random: Random; readonly nowMs: number },
): VaultToken {
  return {
    value: value ?? `vault-token-${random.id()}`,
    scopes: [],
    issuedAt: new Date(nowMs).toISOString(),
    jti: random.uuid(),
    account,
    vaults,
    ...expiryOf(expiresInSeconds, nowMs),
  };
}
