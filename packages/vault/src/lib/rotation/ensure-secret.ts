import {
  backoff,
  CALL_RULES,
  checkOptions,
  CLOCK,
  expectClient,
  expectObject,
  isApiError,
  isNumber,
  isTemporary,
  maskSecrets,
  platformClock,
  rejectArgument,
  type Rules,
  TIMER_END,
  wait,
} from "@keywright/core/client";
import type { CallOptions, Clock } from "@keywright/core";
import type { Item, ItemOverview, VaultClient } from "../../generated/client.ts";
import { checkId } from "../check-id.ts";
import { checkNames } from "../check-names.ts";
import { LookupError } from "../errors.ts";
import { expectEntries, expectItem } from "../expect-response.ts";
import { valueOf } from "../items/find-field.ts";
import { chooseItem } from "../items/find-item.ts";
import { itemDraft } from "../items/item-draft.ts";
import { checkAttributes, filterOf, hasAttributes, isActive } from "../items/item-query.ts";
import { quoted } from "../only-one.ts";
import { checkRecipe, secretFrom, type SecretRecipe } from "./generate-secret.ts";

/** The item whose password {@link ensureSecret} returns. */
export interface SecretQuery {
  readonly vaultUUID: string;
  /** The title of the item, which must match exactly. */
  readonly title: string;
  /** The user name of a new item, which is then a login. @default none: the item is a password */
  readonly username?: string | undefined;
}

/** Options of {@link ensureSecret}. */
export interface EnsureOptions extends CallOptions {
  /** How to generate the password. @default 32 letters, digits and symbols */
  readonly recipe?: SecretRecipe | undefined;
  /**
   * How long the server may take, in milliseconds, until every process sees a new item. A call
   * waits this long after it creates an item, and before it returns one of the last minute.
   *
   * @default 2000
   */
  readonly settleMs?: number | undefined;
  /** Longest wait for an item that is not visible or unique yet. @default 60000, a minute */
  readonly waitMs?: number | undefined;
  /** Time and random numbers, for tests. @default the platform's */
  readonly clock?: Clock | undefined;
}

/** A secret that exists. `console.log` shows `[secret]` for its value. */
export interface EnsuredSecret {
  /** The value of the field with the purpose `PASSWORD`. */
  readonly value: string;
  readonly item: Item;
  /** Whether this call created the item. */
  readonly created: boolean;
}

const BY = "ensureSecret";
const PASSWORD = { purpose: "PASSWORD" } as const;

/** Several processes may have created an item that is younger, by this machine's clock. */
const YOUNG_MS = 60_000;
const LONGEST_DELAY_MS = 5000;

const rules = (): Rules => ({
  ...CALL_RULES,
  recipe: undefined,
  settleMs: [(value) => isNumber(value, 0, TIMER_END), "a time in milliseconds from 0 to 2147483647"],
  waitMs: [(value) => isNumber(value, 0, TIMER_END), "a time in milliseconds from 0 to 2147483647"],
  clock: CLOCK,
});

/**
 * Returns the password of an item, and creates the item with a generated one if there is none.
 *
 * Processes that call it at once return the same value: the oldest item stays, by `createdAt` and
 * then by its id, and each other call deletes the item that it created. The clocks of this machine
 * and the server may differ by a minute. If a response is lost, the call looks for its item by the
 * value. After any other error, the next call continues.
 *
 * @throws LookupError `ambiguous` if several items have the title and remain, or if this call's
 * item could not be deleted; `not-found` if the item has no password, because a call never changes
 * an item, or if it is archived, because a person decided so: nothing is created then. Also
 * `not-found` if the list does not show the new item within `waitMs`.
 * @throws ArgumentError, ConfigurationError before any request.
 * @throws ApiError 400, 401, 403 (the token cannot read or create), 404 for the vault.
 * @example
 * ```ts
 * const { value } = await ensureSecret(vault, { vaultUUID, title: "Session key" });
 * ```
 */
export async function ensureSecret(
  client: Pick<VaultClient, "listItems" | "getItem" | "createItem" | "deleteItem">,
  secret: SecretQuery,
  options: EnsureOptions = {},
): Promise<EnsuredSecret> {
  check(client, secret, options);
  const { vaultUUID, title, username } = secret;
  const { recipe = {}, settleMs = 2000, waitMs = 60_000, clock = platformClock, ...call } = options;
  const endsAt = clock.now() + waitMs;
  let pauses = 0;
  return (await existing()) ?? created();

  /** Returns the secret of the only item with the title; `undefined` if there is none. */
  async function existing(): Promise<EnsuredSecret | undefined> {
    let seen: string | undefined;
    for (;;) {
      const found = await list();
      const [first, second] = found;
      if (first === undefined) return undefined;
      const hasTime = clock.now() < endsAt;
      if (second !== undefined && !(hasTime && found.some(isYoung))) chooseItem(found, { vaultUUID, title }, BY, found);
      const isSettled = second === undefined && (first.id === seen || !isYoung(first));
      const item = isSettled ? await read(first.id, hasTime) : undefined;
      if (item !== undefined) return secretOf(item, false);
      seen = second === undefined ? first.id : undefined;
      await (isSettled || second !== undefined ? pause() : wait(clock, settleMs, call.signal));
    }
  }

  /** Creates an item, and returns the secret of the oldest one with the title. */
  async function created(): Promise<EnsuredSecret> {
    const value = secretFrom(recipe);
    const draft = { vaultUUID, title, password: value };
    const input = itemDraft(username === undefined ? { ...draft, category: "PASSWORD" } : { ...draft, category: "LOGIN", username });
    let own: Item | undefined;
    let failure: unknown;
    try {
      own = expectItem(await client.createItem(input, call));
    } catch (error) {
      // The server may have created it all the same.
      if (!isTemporary(error, true)) throw error;
      failure = error;
    }
    await wait(clock, settleMs, call.signal);
    for (;;) {
      const listed = await list();
      const isListed = own === undefined || listed.some(({ id }) => id === own?.id);
      const [first, ...others] = own === undefined || isListed ? listed : [own, ...listed].sort(byAge);
      if (first === undefined) throw failure;
      const hasTime = clock.now() < endsAt;
      // A list without this call's item may be without an older one, too.
      const isAhead = !isListed && first.id === own?.id;
      if (isAhead && !hasTime) throw unlisted(first.id, waitMs);
      const item = isAhead ? undefined : await read(first.id, hasTime);
      if (item === undefined) await pause();
      else if (own === undefined ? passwordOf(item) === value : own.id === item.id) return secretOf(item, true);
      else {
        for (const id of own === undefined ? await idsWith(value, others) : [own.id]) await remove(id, item.id);
        return secretOf(item, false);
      }
    }
  }

  /** The items with the title that are in use, the oldest first. */
  async function list(): Promise<readonly ItemOverview[]> {
    const items = expectEntries("listItems", await client.listItems({ vaultUUID, ...filterOf({ title }) }, call));
    const named = items.filter((item) => hasAttributes(item, { title }));
    const active = named.filter(isActive).sort(byAge);
    const archived = named.find(({ state }) => state === "ARCHIVED");
    if (active.length > 0 || archived === undefined) return active;
    const problem = `the item with the title ${quoted(title)} in vault ${vaultUUID} is archived: restore ${archived.id}, or use another title`;
    throw new LookupError("not-found", `${BY}: ${problem}`, { operationId: "listItems", candidates: [archived.id] });
  }

  /** Reads an item; `undefined` if it is not visible yet and there is time. */
  async function read(itemUUID: string, hasTime: boolean): Promise<Item | undefined> {
    try {
      return expectItem(await client.getItem({ vaultUUID, itemUUID }, call));
    } catch (error) {
      if (hasTime && isApiError(error, 404)) return undefined;
      throw error;
    }
  }

  async function idsWith(value: string, items: readonly ItemOverview[]): Promise<readonly string[]> {
    const all = await Promise.all(items.map(({ id }) => read(id, true)));
    return all.flatMap((item) => (item !== undefined && passwordOf(item) === value ? item.id : []));
  }

  async function remove(itemUUID: string, kept: string): Promise<void> {
    await client.deleteItem({ vaultUUID, itemUUID }, call).catch((cause: unknown) => {
      if (isApiError(cause, 404)) return;
      const problem = `another process created ${kept} first, and ${itemUUID} of this call could not be deleted, see the cause: delete it`;
      throw new LookupError("ambiguous", `${BY}: ${problem}`, { operationId: "deleteItem", candidates: [kept, itemUUID], cause });
    });
  }

  async function pause(): Promise<void> {
    await wait(clock, Math.min(backoff(clock, (pauses += 1), LONGEST_DELAY_MS), Math.max(0, endsAt - clock.now())), call.signal);
  }

  function isYoung(item: ItemOverview): boolean {
    return !(Math.abs(clock.wallNow() - createdAt(item)) >= YOUNG_MS);
  }
}

function check(client: Pick<VaultClient, "listItems" | "getItem" | "createItem" | "deleteItem">, secret: SecretQuery, options: EnsureOptions): void {
  expectClient(BY, client, "listItems", "getItem", "createItem", "deleteItem");
  expectObject(BY, "secret", secret, 'must be an object such as { vaultUUID, title: "Session key" }');
  checkNames(BY, "", secret, ["vaultUUID", "title", "username"]);
  checkId(BY, "vaultUUID", secret.vaultUUID);
  if (secret.title === undefined) rejectArgument(BY, "title", "is needed", secret.title);
  checkAttributes(BY, { title: secret.title });
  if (secret.username !== undefined && typeof secret.username !== "string") rejectArgument(BY, "username", "must be a string", secret.username);
  checkOptions(BY, options, rules());
  if (options.recipe !== undefined) checkRecipe(options.recipe, BY, "recipe");
}

function unlisted(id: string, waitMs: number): LookupError {
  const problem = `item ${id} was created, but is not in the vault's list after ${waitMs} ms: call again, or raise waitMs`;
  return new LookupError("not-found", `${BY}: ${problem}`, { operationId: "listItems", candidates: [id] });
}

function secretOf(item: Item, created: boolean): EnsuredSecret {
  const secret = { value: valueOf(item, PASSWORD, BY), item, created };
  maskSecrets(secret, { value: true });
  return secret;
}

function passwordOf({ fields }: Item): string | undefined {
  return fields?.find(({ purpose }) => purpose === "PASSWORD")?.value;
}

/** The time that an item was created at; `NaN` if the server does not say it. */
function createdAt(item: ItemOverview): number {
  return Date.parse(item.createdAt ?? "");
}

function byAge(one: ItemOverview, other: ItemOverview): number {
  return (createdAt(one) || 0) - (createdAt(other) || 0) || (one.id < other.id ? -1 : 1);
}
