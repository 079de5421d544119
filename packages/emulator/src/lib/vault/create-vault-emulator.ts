import type { components } from "@keywright/vault/schema";
import type { FileDraft, VaultSeedOptions, VaultTokenOptions } from "../../generated/seed.ts";
import { VAULT_SEED_VALIDATORS } from "../../generated/vault-seed-validators.ts";
import { checkEmulatorOptions } from "../core/service/emulator-options.ts";
import { checkGiven } from "../core/contract/contract.ts";
import { checkObject, checkOptions, describe, type Rules, SECONDS, STRING, STRINGS } from "../core/values/check-options.ts";
import { checkSeed, startOf } from "../core/service/check-seed.ts";
import type { EmulatorOptions } from "../core/service/emulator-options.ts";
import { createEmulator, type Emulator } from "../core/create-emulator.ts";
import type { EmulatorSnapshot } from "../core/service/snapshot.ts";
import { vaultContract } from "./state/contract.ts";
import { storedFile } from "./items/drafts.ts";
import { newVaultToken } from "./state/new-token.ts";
import { defaultVaultSeed } from "./seed/seed.ts";
import { vaultService } from "./service.ts";
import type { VaultSeed, VaultStore } from "./state/store.ts";

type Schemas = components["schemas"];

/** Options of {@link createVaultEmulator}. */
export interface VaultEmulatorOptions extends EmulatorOptions {
  /** Initial state, a snapshot, or options of the default state. */
  readonly seed?: VaultSeed | VaultSeedOptions | EmulatorSnapshot<VaultSeed>;
}

const TOKEN_RULES: Rules<VaultTokenOptions> = { value: STRING, vaults: STRINGS, expiresInSeconds: SECONDS };

/** An emulator of the vault server. */
export interface VaultEmulator extends Emulator<VaultStore, VaultSeed> {
  /** The first token of the state. */
  readonly token: string;
  /** A vault that the first token cannot open; `undefined` if it can open all. */
  readonly deniedVaultUUID: string | undefined;
  /** The first item with a file in the first vault in scope; `undefined` if there is none. */
  readonly fileItemUUID: string | undefined;
  /** The first file of that item. */
  readonly fileUUID: string | undefined;
  /** Issues a token. */
  issueToken(options?: VaultTokenOptions): string;
  /** Revokes a token. */
  revokeToken(token: string): void;
  /**
   * Attaches a file to an item, as a new version of it. No operation of the service can do this.
   *
   * @returns The file's id.
   * @throws Error if the item does not exist.
   */
  attachFile(itemUUID: string, file: FileDraft): string;
  /** Sets a dependency's state for the health operation. @throws TypeError if it is not valid. */
  setDependency(dependency: Schemas["ServiceDependency"]): void;
}

/**
 * Creates an emulator of the vault server. It opens no port: pass its `fetch` to a client.
 *
 * @example
 * ```ts
 * const { token, fetch } = createVaultEmulator();
 * const vault = createVaultClient({ baseUrl: "https://vault.example.com", token, fetch });
 * ```
 */
export function createVaultEmulator(given: VaultEmulatorOptions = {}): VaultEmulator {
  checkEmulatorOptions("createVaultEmulator", given, { part: "vault", validators: VAULT_SEED_VALIDATORS });
  const { seed = {}, ...options } = given;
  const emulator = createEmulator(vaultService(), (tools) => startOf("vault", seed, (wanted: VaultSeedOptions) => defaultVaultSeed(tools, wanted)), options);
  const { store, clock, random } = emulator;
  const firstToken = () => store.tokens.list()[0];
  const inScope = (id: string): boolean => firstToken()?.vaults.includes(id) ?? false;
  const fileItem = () => {
    const vault = store.vaults.list().find(({ id }) => inScope(id));
    return store.items.list().find(({ vaultId, files }) => vaultId === vault?.id && files.length > 0);
  };
  return {
    ...emulator,
    get token() {
      return firstToken()?.value ?? "";
    },
    get deniedVaultUUID() {
      return store.vaults.list().find(({ id }) => !inScope(id))?.id;
    },
    get fileItemUUID() {
      return fileItem()?.id;
    },
    get fileUUID() {
      return fileItem()?.files[0]?.id;
    },
    issueToken(wanted = {}) {
      checkOptions("the options of issueToken", wanted, TOKEN_RULES);
      const { vaults = firstToken()?.vaults ?? [] } = wanted;
      const account = firstToken()?.account ?? random.uuid();
      return store.tokens.insert(newVaultToken(wanted, { account, vaults, random, nowMs: clock.wallNow() })).value;
    },
    revokeToken: (token) => void store.tokens.delete(token),
    attachFile(itemUUID, draft) {
      const item = store.items.get(itemUUID);
      if (item === undefined) throw new Error(`the item ${typeof itemUUID === "string" ? itemUUID : describe(itemUUID)} does not exist`);
      checkSeed("the file", "fileDraft", draft, VAULT_SEED_VALIDATORS);
      const file = storedFile(draft, random);
      const updatedAt = new Date(clock.wallNow()).toISOString();
      store.items.replace({ ...item, files: [...item.files, file], version: item.version + 1, updatedAt });
      store.touchVault(item.vaultId, updatedAt);
      return file.id;
    },
    setDependency(dependency) {
      checkObject("the dependency", dependency);
      checkGiven("the dependency", vaultContract(), "ServiceDependency", dependency);
      const known = store.server.dependencies;
      const others = known.some(({ service }) => service === dependency.service)
        ? known.map((other) => (other.service === dependency.service ? dependency : other))
        : [...known, dependency];
      store.server = { ...store.server, dependencies: others };
    },
  };
}
