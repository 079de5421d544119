export { createVaultEmulator } from "./lib/vault/create-vault-emulator.ts";
export type { VaultEmulator, VaultEmulatorOptions } from "./lib/vault/create-vault-emulator.ts";
export type { FileDraft, ItemDraft, VaultDraft } from "./lib/vault/drafts.ts";
export type { VaultTokenOptions } from "./lib/vault/new-token.ts";
export type { VaultSeedOptions } from "./lib/vault/seed.ts";
export type { RequestCount, StoredField, StoredFile, StoredItem, StoredVault, VaultSeed, VaultServer, VaultStore, VaultToken } from "./lib/vault/store.ts";
