import type { Random } from "../../core/values/random.ts";
import { expiryOf } from "../../core/service/tokens.ts";
import type { VaultToken } from "./store.ts";

/** Options of a token of the vault server. */
export interface VaultTokenOptions {
  /** Default: generated. */
  readonly value?: string;
  /** Ids of the vaults in scope; in a seed, also names. Default: those of the first token. */
  readonly vaults?: readonly string[];
  /** Seconds until it expires, by the emulator's clock. Default: never. */
  readonly expiresInSeconds?: number;
}

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
