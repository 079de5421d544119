import type { OpenEmulated } from "../core/emulated.ts";
import { createVaultEmulator } from "./create-vault-emulator.ts";

/** The vault server for the command. */
export const openVault: OpenEmulated = (options, seed) => {
  const emulator = createVaultEmulator({ ...options, seed });
  const { token, deniedVaultUUID, fileItemUUID, fileUUID } = emulator;
  return {
    emulator,
    facts: () => ({ token, deniedVaultUUID, fileItemUUID, fileUUID }),
    lines: () => [`token  ${token}`],
    example: (baseUrl) => `curl -H "Authorization: Bearer ${token}" ${baseUrl}/v1/vaults`,
  };
};
