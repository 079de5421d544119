import type { CallOptions, Clock } from "@keywright/core";
import { isApiError, isKeywrightError, wait } from "@keywright/core/client";
import type { Field, File, GetVaultInput, Item, ItemOverview, Vault, VaultClient, VaultOverview } from "../../../generated/client.ts";
import { codeAtTime, readTimeCode } from "../../cache/time-code.ts";
import { expectEntries } from "../../expect-response.ts";
import { type FileClient, fileBytes } from "../../files/file-content.ts";
import type { OfflineCopyEvent, OpenCopy } from "../../references/offline-copy.ts";
import type { ReferenceClient } from "../../references/reference-places.ts";
import type { CopiedItem, CopiedItems } from "./copied-items.ts";

// A server that asks for more is broken.
const MAX_WAIT_MS = 3_600_000;

/** What a copy is used with. */
export interface CopyContext {
  readonly clock: Clock;
  /** How long a request may take, with its retries, if the copy can replace it. */
  readonly afterMs: number;
  /** How long an item of the copy may be used after its confirmation. */
  readonly maxAgeMs: number;
  readonly onEvent: (event: OfflineCopyEvent) => void;
  /**
   * Whether the token is still the one of the items. If it is not, rejects them. Never rejects.
   *
   * @param hasFailed Whether a request got no token: a rejected one may come back.
   */
  isOwner(hasFailed?: boolean): Promise<boolean>;
  /** Writes or removes the file. Never rejects. @param isWhole All that is needed was read. */
  save(isWhole: boolean): Promise<void>;
}

/** Puts a copy between a client and those who read secrets with it. */
export function createOpenCopy(client: ReferenceClient, copied: CopiedItems, { clock, afterMs, maxAgeMs, onEvent, isOwner, save }: CopyContext): OpenCopy {
  const ages = new WeakMap<Item, number>();
  let isReading = false;
  /** The first failure of the read. */
  let failed: { readonly error: unknown; readonly at: number } | undefined;
  /** Whether no further request is sent in this read, because it would fail, too. */
  let isAway = false;
  let isRejected = false;
  let hasCopiedList = false;
  /** How long ago the items that came from the copy were confirmed. */
  let used = new Map<string, number>();

  /** Sends a request. If the vault is away in a read, returns what the copy has. */
  async function ask<Value>(
    call: CallOptions | undefined,
    send: (call?: CallOptions) => Promise<Value>,
    find: () => Value | undefined,
  ): Promise<{ readonly value: Value } | { readonly copy: Value }> {
    const hasCopy = isReading && find() !== undefined;
    if (hasCopy && isAway) return { copy: find() as Value };
    try {
      return { value: await (hasCopy ? sendWithin(call, send) : send(call)) };
    } catch (error) {
      const isAwayNow = isOfAway(error);
      const isOfToken = isNamed(error, "TokenError") || (isAwayNow && !isOfVault(error));
      // Before such an error, the vault may have rejected the token that the client then replaces.
      const isOwn = (isAwayNow || isOfToken) && (await isOwner(isOfToken));
      const copy = hasCopy && isAwayNow && isOwn ? find() : undefined;
      if (copy === undefined) throw error;
      failed ??= { error, at: clock.now() };
      isAway ||= !isApiError(error) || error.status === 429 || clock.now() - failed.at >= afterMs;
      return { copy };
    }
  }

  /** Sends a request within `afterMs`. After 429, sends it once more when the vault wants it. */
  async function sendWithin<Value>(call: CallOptions | undefined, send: (call?: CallOptions) => Promise<Value>): Promise<Value> {
    const limited = { ...call, totalTimeoutMs: Math.min(call?.totalTimeoutMs ?? Infinity, afterMs) };
    try {
      return await send(limited);
    } catch (error) {
      const askedMs = isApiError(error, 429) ? error.retryAfterMs : undefined;
      if (askedMs === undefined) throw error;
      const delayMs = Math.min(askedMs, MAX_WAIT_MS);
      onEvent({ type: "offline-copy-wait", delayMs, error });
      await wait(clock, delayMs, call?.signal);
      call?.signal?.throwIfAborted();
      return send({ ...limited, retry: false });
    }
  }

  /** Notes what an error says about a vault, an item, or all. */
  function noting(vault?: string, id?: string): (error: unknown) => never {
    return (error) => {
      const isAll = isApiError(error, 401);
      if (isAll || isApiError(error, 403) || isApiError(error, 404)) {
        isRejected = true;
        if (isAll) copied.reject();
        else copied.reject(vault, id);
        void save(false);
      }
      throw error;
    };
  }

  return {
    client: {
      ...(client.getVault && { getVault: readVault }),
      async listVaults(input, call) {
        const reply = await ask<VaultOverview[]>(call, (options) => client.listVaults(input, options), copied.vaults).catch(noting());
        return listOf(reply, "listVaults", (list) => copied.sawVaults(list, input?.filter));
      },
      async listItems(input, call) {
        const { vaultUUID } = input;
        const since = clock.now();
        const reply = await ask<ItemOverview[]>(
          call,
          (options) => client.listItems(input, options),
          () => copied.items(vaultUUID),
        ).catch(noting(vaultUUID));
        return listOf(reply, "listItems", (list) => copied.sawItems(vaultUUID, list, input.filter, since));
      },
      async getItem(input, call) {
        const { vaultUUID, itemUUID } = input;
        const since = clock.now();
        const reply = await ask<CopiedItem>(
          call,
          async (options) => ({ ageMs: 0, item: await client.getItem(input, options) }),
          () => copied.item(vaultUUID, itemUUID),
        ).catch(noting(vaultUUID, itemUUID));
        if ("value" in reply) {
          const { item } = reply.value;
          await isOwner();
          if (isComplete(item, itemUUID)) copied.sawItem(vaultUUID, item, since);
          return item;
        }
        const item = await withCodes(reply.copy.item, clock.wallNow());
        ages.set(item, reply.copy.ageMs);
        used.set(`${vaultUUID}/${itemUUID}`, reply.copy.ageMs);
        return item;
      },
      ...(client.getFile && client.getFileContent && fileMethods(client as FileClient)),
    },
    async read(action) {
      isReading = true;
      isAway = false;
      isRejected = false;
      hasCopiedList = false;
      failed = undefined;
      used = new Map();
      let isWhole = false;
      try {
        const result = await action();
        isWhole = true;
        return result;
      } catch (error) {
        throw reasonOf(error);
      } finally {
        isReading = false;
        if (isWhole || copied.isChanged) await save(isWhole);
        report(isWhole);
      }
    },
    limitOf(item) {
      const ageMs = ages.get(item);
      return ageMs === undefined ? undefined : { ageMs, maxAgeMs };
    },
    confirm: copied.confirm,
    save: () => save(true),
  };

  /** Each file has its content, so that the copy has it, too. */
  function fileMethods(files: FileClient): FileClient {
    return {
      getFileContent: files.getFileContent,
      async getFile(input, call) {
        const { vaultUUID, itemUUID, fileUUID } = input;
        const find = (): File | undefined =>
          copied.item(vaultUUID, itemUUID)?.item.files?.find(({ id, content }) => id === fileUUID && typeof content === "string");
        const send = async (options?: CallOptions) => ({
          id: fileUUID,
          content: Buffer.from(await fileBytes(files, { vaultUUID, itemUUID, fileUUID }, options)).toString("base64"),
        });
        const reply = await ask<File>(call, send, find).catch(noting(vaultUUID, itemUUID));
        if ("copy" in reply) {
          used.set(`${vaultUUID}/${itemUUID}`, copied.item(vaultUUID, itemUUID)?.ageMs ?? 0);
          return reply.copy;
        }
        await isOwner();
        copied.sawFile(vaultUUID, itemUUID, reply.value);
        return reply.value;
      },
    };
  }

  async function readVault(input: GetVaultInput, call?: CallOptions): Promise<Vault> {
    const vault = await (client as VaultClient).getVault(input, call).catch((error: unknown) => {
      // Another rejection may be of this operation alone: the list says whether the vault is open.
      if (isApiError(error, 401)) noting()(error);
      throw error;
    });
    await isOwner();
    return vault;
  }

  /** Returns a list, after it was noted if the vault returned it. */
  async function listOf<Entry extends { readonly id: string }>(
    reply: { readonly value: Entry[] } | { readonly copy: Entry[] },
    operationId: "listVaults" | "listItems",
    see: (list: readonly Entry[]) => void,
  ): Promise<Entry[]> {
    if ("copy" in reply) {
      hasCopiedList = true;
      return reply.copy;
    }
    const list = expectEntries(operationId, reply.value);
    await isOwner();
    see(list);
    return reply.value;
  }

  /** What a list of the copy does not have, the vault may have. */
  function reasonOf(error: unknown): unknown {
    return isNamed(error, "LookupError") && hasCopiedList && failed !== undefined && !isRejected ? failed.error : error;
  }

  function report(isWhole: boolean): void {
    if (!isWhole || failed === undefined) return;
    const oldestMs = [...used.values()].reduce((most, ageMs) => Math.max(most, ageMs), 0);
    const confirmedAt = used.size === 0 ? undefined : new Date(clock.wallNow() - oldestMs).toISOString();
    onEvent({ type: "offline-copy", items: used.size, confirmedAt, error: failed.error });
  }
}

function isNamed(error: unknown, name: string): boolean {
  return isKeywrightError(error) && error.name === name;
}

/** Whether a response is the item, which may be malformed. */
function isComplete(item: Item, id: string): boolean {
  const { id: own, fields = [] } = Object(item) as { readonly id?: unknown; readonly fields?: unknown };
  return own === id && Array.isArray(fields) && fields.every((field) => typeof field === "object" && field !== null);
}

/** Returns an item with the one-time codes of a time, in place of those of its read. */
async function withCodes(item: Item, wallMs: number): Promise<Item> {
  const fields = item.fields?.map(async (field) => {
    const code = field.type === "OTP" ? readTimeCode(field.value ?? "") : undefined;
    return { ...field, totp: code && (await codeAtTime(code, wallMs)) } as Field;
  });
  return fields === undefined ? item : { ...item, fields: await Promise.all(fields) };
}

/** Whether an error is of a request to the vault, and not of one for a token or of a late token. */
function isOfVault(error: unknown): boolean {
  if (!isKeywrightError(error) || error.message.includes(" got no token ")) return false;
  return ["listVaults", "listItems", "getItem", "getFile", "getFileContent"].includes(error.operationId ?? "");
}

/** Whether an error means that the vault is away. A wrong certificate or a rejection does not. */
function isOfAway(error: unknown): boolean {
  if (isApiError(error)) return error.code === "api-error" && (error.status >= 500 || error.status === 429 || error.status === 408);
  return ["connection-failed", "timeout", "truncated-response"].some((code) => isKeywrightError(error, code));
}
