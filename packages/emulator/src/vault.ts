export { createVaultEmulator } from "./lib/vault/create-vault-emulator.ts";
export type { VaultEmulator, VaultEmulatorOptions } from "./lib/vault/create-vault-emulator.ts";
export type { FileDraft, ItemDraft, VaultDraft, VaultSeedOptions, VaultTokenOptions } from "./generated/seed.ts";
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
