import type { components } from "@keywright/vault/schema";
import { checkEmulatorOptions } from "../core/emulator-options.ts";
import { checkGiven } from "../core/check-given.ts";
import { checkObject, checkOptions, type Rules, SECONDS, STRINGS } from "../core/check-options.ts";
import { checkSeed, isState } from "../core/check-seed.ts";
import type { EmulatorOptions } from "../core/emulator-options.ts";
import { createEmulator, type Emulator } from "../core/create-emulator.ts";
import { vaultContract } from "./contract.ts";
import { type FileDraft, storedFile } from "./drafts.ts";
import { defaultVaultSeed, type VaultSeedOptions } from "./seed.ts";
import { vaultService } from "./service.ts";
import type { VaultSeed, VaultStore } from "./store.ts";

type Schemas = components["schemas"];

/** How an emulator of the vault server is made. */
export interface VaultEmulatorOptions extends EmulatorOptions {
  /** The state at first, whole, or what the default one is like. */
  readonly seed?: VaultSeed | VaultSeedOptions;
}

/** What a token of the vault server may do. */
export interface VaultTokenOptions {
  /** Ids of the vaults in its scope. Default: those of the first token. */
  readonly vaults?: readonly string[];
  /** Seconds until it expires, by the emulator's clock. Default: never. */
  readonly expiresInSeconds?: number;
}

const TOKEN_RULES: Rules<VaultTokenOptions> = { vaults: STRINGS, expiresInSeconds: SECONDS };

/** The vault server, alive in this process. */
export interface VaultEmulator extends Emulator<VaultStore, VaultSeed> {
  /** The first token of the state. */
  readonly token: string;
  /** A vault that the first token does not open; `undefined` where it opens all. */
  readonly deniedVaultUUID: string | undefined;
  /** The first item with a file in the first vault that the first token opens; `undefined` where there is none. */
  readonly fileItemUUID: string | undefined;
  /** The first file of that item. */
  readonly fileUUID: string | undefined;
  /** Issues another token. */
  issueToken(options?: VaultTokenOptions): string;
  /** Takes a token away. */
  revokeToken(token: string): void;
  /**
   * Attaches a file to an item, which no operation of the service does.
   *
   * @returns The file's id.
   * @throws Error where there is no such item.
   */
  attachFile(itemUUID: string, file: FileDraft): string;
  /** Says in what state something is that the server depends on; something new is added. @throws TypeError where it is not what the contract says. */
  setDependency(dependency: Schemas["ServiceDependency"]): void;
}

/**
 * Makes an emulator of the vault server. No port is opened: pass its `fetch` to a client.
 *
 * @example
 * ```ts
 * const emulator = createVaultEmulator();
 * const vault = createVaultClient({ baseUrl: "https://vault.example.com", token: emulator.token, fetch: emulator.fetch });
 * ```
 */
export function createVaultEmulator(given: VaultEmulatorOptions = {}): VaultEmulator {
  checkEmulatorOptions("createVaultEmulator", given, "vault");
  const { seed = {}, ...options } = given;
  const emulator = createEmulator(vaultService(), (tools) => (isState<VaultSeed>("vault", seed) ? seed : defaultVaultSeed(tools, seed)), options);
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
      const { vaults = firstToken()?.vaults ?? [], expiresInSeconds } = wanted;
      const now = new Date(clock.wallNow());
      const expiry = expiresInSeconds === undefined ? {} : { expiresAt: new Date(now.getTime() + expiresInSeconds * 1000).toISOString() };
      const account = firstToken()?.account ?? random.uuid();
      const token = { value: `vault-token-${random.id()}`, scopes: [], issuedAt: now.toISOString(), jti: random.uuid(), account, vaults, ...expiry };
      return store.tokens.insert(token).value;
    },
    revokeToken: (token) => void store.tokens.delete(token),
    attachFile(itemUUID, draft) {
      const item = store.items.get(itemUUID);
      if (item === undefined) throw new Error(`there is no item ${itemUUID} to attach a file to`);
      checkSeed("the file", "fileDraft", draft);
      const file = storedFile(draft, random);
      store.items.replace({ ...item, files: [...item.files, file] });
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
