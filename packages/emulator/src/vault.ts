export { createVaultEmulator } from "./lib/vault/create-vault-emulator.ts";
export type { VaultEmulator, VaultEmulatorOptions } from "./lib/vault/create-vault-emulator.ts";
export type { FileDraft, ItemDraft, VaultDraft } from "./lib/vault/items/drafts.ts";
export type { VaultTokenOptions } from "./lib/vault/state/new-token.ts";
export type { VaultSeedOptions } from "./lib/vault/seed/seed.ts";
export type {
  RequestCount,
  StoredField,
  StoredFile,
  StoredItem,
  StoredVault,
  VaultSeed,
  VaultServer,
  VaultStore,
  VaultToken,
} from "./lib/vault/state/store.ts";
