import type { components } from "@keywright/vault/schema";
import type { VaultDraft, VaultSeedOptions } from "../../../generated/seed.ts";
import { lazily } from "../../core/values/lazily.ts";
import type { Random } from "../../core/values/random.ts";
import { requireUnique, sized } from "../../core/values/lists.ts";
import type { Tools } from "../../core/service/service.ts";
import { storedItem } from "../items/drafts.ts";
import { newVaultToken } from "../state/new-token.ts";
import { defaultVaults, logins } from "./seed-vaults.ts";
import type { StoredField, StoredItem, StoredVault, VaultSeed, VaultServer, VaultToken } from "../state/store.ts";

type Schemas = components["schemas"];

const DAY_MS = 86_400_000;

/**
 * Returns a vault server with a token, vaults, items, files and activity of the last two weeks.
 *
 * The same seed and time return the same state.
 */
export function defaultVaultSeed({ clock, random }: Tools, options: VaultSeedOptions = {}): VaultSeed {
  const { vaults: wanted, token: value = `vault-token-${random.id()}`, tokens: more = [], inlineLimitKilobytes = 100, activityRecords = 180 } = options;
  const { writesReturnOldVersion } = options;
  const drafts = draftsOf(wanted, random.fork("drafts"));
  const now = clock.wallNow();
  const account = random.uuid();
  const placed = drafts.map((draft) => ({ draft, id: draft.id ?? random.id() }));
  const items = placed.flatMap(({ draft, id }) => itemsOf(draft, id, account, now, random));
  const files = items.flatMap((item) => item.files);
  for (const [what, things] of Object.entries({ vaults: placed, items, files })) requireUnique<{ readonly id: string }>(what, things, ({ id }) => id);
  const vaults = placed.map(({ draft, id }) => vaultOf(draft, id, items, now));
  const scope = placed.flatMap(({ draft, id }) => (draft.inScope === false ? [] : [id]));
  const server: VaultServer = {
    id: random.uuid(),
    name: "Keywright vault emulator",
    version: "1.8.1",
    startedAt: new Date(now).toISOString(),
    inlineLimitKilobytes,
    dependencies: [
      { service: "sync", status: "ACTIVE" },
      { service: "storage", status: "ACTIVE", message: "Connected to the local copy." },
    ],
    ...(writesReturnOldVersion === undefined ? {} : { writesReturnOldVersion }),
  };
  const token = newVaultToken({ value }, { account, vaults: scope, random, nowMs: now - 14 * DAY_MS });
  const tokens = [
    token,
    ...more.map((each) => newVaultToken(each, { account, vaults: each.vaults === undefined ? scope : vaultIds(each.vaults, vaults), random, nowMs: now })),
  ];
  requireUnique("tokens", tokens, (each) => each.value, "secret value");
  const own = random.fork("activity");
  const activity = (): VaultSeed["activity"] => pastActivity(own, { server, token, items, vaults, now, count: activityRecords });
  return lazily({ activity }, { server, tokens, vaults, items, requestCounts: [] });
}

/** Returns the ids of vaults of the seed. @throws TypeError for an unknown one. */
function vaultIds(wanted: readonly string[], vaults: readonly StoredVault[]): readonly string[] {
  return wanted.map((text) => {
    const found = vaults.find(({ id, name }) => id === text || name === text);
    if (found === undefined) throw new TypeError(`a token has the vault ${text}, which the seed does not have`);
    return found.id;
  });
}

function itemsOf(draft: VaultDraft, vaultId: string, account: string, now: number, random: Random): readonly StoredItem[] {
  const { name, items = [] } = draft;
  return (typeof items === "number" ? logins(name, items) : items).map((item) => {
    const createdMs = now - random.integer(30, 400) * DAY_MS;
    const stored = storedItem(item, { vaultId, account, random, createdAt: new Date(createdMs).toISOString() });
    const version = random.integer(1, 12);
    if (version === 1) return stored;
    return { ...stored, version, fields: stored.fields.map(withHistory), updatedAt: new Date(createdMs + random.integer(1, 29) * DAY_MS).toISOString() };
  });
}

/** Adds an earlier password to a field of an item that has changed. */
function withHistory(field: StoredField): StoredField {
  const { passwordDetails } = field;
  return passwordDetails === undefined ? field : { ...field, passwordDetails: { ...passwordDetails, history: ["example-password-0"] } };
}

function draftsOf(wanted: VaultSeedOptions["vaults"], random: Random): readonly VaultDraft[] {
  if (Array.isArray(wanted)) return wanted as readonly VaultDraft[];
  const drafts = defaultVaults(random);
  return typeof wanted === "number" ? sized(drafts, wanted, (index) => ({ name: `Vault ${index + 1}`, items: 3 })) : drafts;
}

function vaultOf({ name, description, type = "USER_CREATED" }: VaultDraft, id: string, items: readonly StoredItem[], now: number): StoredVault {
  const own = items.filter(({ vaultId }) => vaultId === id);
  const createdAt = new Date(now - 420 * DAY_MS).toISOString();
  return {
    id,
    name,
    ...(description === undefined ? {} : { description }),
    attributeVersion: 1,
    // Each version of each item has changed the vault's content.
    contentVersion: own.reduce((sum, { version }) => sum + version, 0),
    type,
    createdAt,
    updatedAt: own.reduce((latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest), createdAt),
  };
}

interface Past extends Pick<VaultSeed, "server" | "items" | "vaults"> {
  readonly token: VaultToken;
  readonly now: number;
  readonly count: number;
}

/** Returns two weeks of requests, oldest first: mostly reads, some changes and errors. */
function pastActivity(random: Random, { server, token, items, vaults, now, count }: Past): readonly Schemas["APIRequest"][] {
  const inScope = items.filter(({ vaultId }) => token.vaults.includes(vaultId));
  const denied = vaults.find(({ id }) => !token.vaults.includes(id));
  return Array.from({ length: count }, (_unused, index) => {
    const timestamp = new Date(now - Math.floor(((count - index) / count) * 14 * DAY_MS)).toISOString();
    const actor = { id: server.id, account: token.account, jti: token.jti, userAgent: "example-client/1.0", ip: "198.51.100.24" };
    const base = { requestID: random.uuid(), timestamp, actor };
    if (index % 20 === 19 && denied !== undefined) return { ...base, action: "READ", result: "DENY", resource: { type: "VAULT", vault: { id: denied.id } } };
    const item = inScope.length > 0 && index % 4 !== 0 ? random.pick(inScope) : undefined;
    if (item === undefined) return { ...base, action: "READ", result: "SUCCESS", resource: { type: "VAULT" } };
    const action = (["CREATE", "UPDATE", "DELETE"] as const)[index % 15] ?? "READ";
    const resource = { type: "ITEM", vault: { id: item.vaultId }, item: { id: item.id }, itemVersion: item.version };
    return { ...base, action, result: "SUCCESS", resource };
  });
}
