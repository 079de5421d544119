import type { OpenEmulated } from "../core/emulated.ts";
import { createVaultEmulator } from "./create-vault-emulator.ts";
import type { FileDraft } from "../../generated/seed.ts";

/** The vault server for the command. */
export const openVault: OpenEmulated = (options, seed, first) => {
  const emulator = createVaultEmulator({ ...options, seed: first === undefined ? seed : { ...seed, token: first } });
  const { token, deniedVaultUUID, fileItemUUID, fileUUID } = emulator;
  return {
    emulator,
    facts: () => ({ token, deniedVaultUUID, fileItemUUID, fileUUID }),
    lines: () => [`token  ${token}`],
    tokens: { list: () => emulator.store.tokens.list(), issue: emulator.issueToken, revoke: emulator.revokeToken },
    actions: {
      files: ({ item, ...file }: FileDraft & { readonly item: string }) => ({ id: emulator.attachFile(item, file) }),
      dependencies: emulator.setDependency,
    },
    example: (baseUrl) => `curl -H "Authorization: Bearer ${token}" ${baseUrl}/v1/vaults`,
  };
};
