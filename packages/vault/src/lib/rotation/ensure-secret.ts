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
   * waits this long after it creates an item, and before it returns one of the last minute; a
   * second more if the server's times are whole seconds.
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

/** Begins the tag of an item that a call created, and is followed by random characters. */
const TAG = "ensureSecret:";

/** How much the clocks of this machine and the server may differ. */
const SKEW_MS = 60_000;
/** A `createdAt` without a fraction may be so much too early. */
const WHOLE_SECOND_MS = 1000;
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
 * Processes that call it at once return the same value: that of the oldest item, by `createdAt` and
 * then by its id. A new item has a tag that begins with `ensureSecret:`, by which a call finds its
 * item if a response is lost, and deletes it if another process was first; so a call may end at any
 * time, and an item that remains with such a tag is ignored. The clocks of this machine and the
 * server may differ by a minute. `username` counts for the item that this call creates.
 *
 * @throws LookupError `ambiguous` if several items have the title, and not all but the oldest have
 * such a tag, or the server does not say when they were created; `not-found` if the item has no
 * password or an empty one, because a call never changes an item, or if it is archived, because a
 * person decided so. Also `not-found` if the list does not show the new item within `waitMs`, or if
 * the server gave it another title.
 * @throws ArgumentError, ConfigurationError before any request.
 * @throws ApiError 400, 401, 403 (the token cannot read or create), 404 (no such vault).
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
  let endsAt = clock.now() + waitMs;
  let pauses = 0;
  return (await existing()) ?? created();

  /** Returns the secret of the oldest item with the title; `undefined` if there is none. */
  async function existing(): Promise<EnsuredSecret | undefined> {
    let seen: string | undefined;
    for (;;) {
      const first = oldestOf(await list());
      if (first === undefined) return undefined;
      const isSettled = first.id === seen || !isYoung(first);
      const item = isSettled ? await read(first.id, clock.now() < endsAt) : undefined;
      if (item !== undefined) return secretOf(item, false);
      seen = first.id;
      await (isSettled ? pause() : settle(first));
    }
  }

  /** Creates an item, and returns the secret of the oldest one with the title. */
  async function created(): Promise<EnsuredSecret> {
    const tag = TAG + secretFrom({ length: 26, characterSets: ["LETTERS", "DIGITS"] });
    const draft = { vaultUUID, title, password: secretFrom(recipe), tags: [tag] };
    const input = itemDraft(username === undefined ? { ...draft, category: "PASSWORD" } : { ...draft, category: "LOGIN", username });
    let known: Item | undefined;
    let failure: unknown;
    try {
      known = expectItem(await client.createItem(input, call));
    } catch (error) {
      // The server may have created it all the same.
      if (!isTemporary(error, true)) throw error;
      failure = error;
    }
    endsAt = clock.now() + waitMs;
    if (known?.title !== undefined && known.title !== title) {
      await remove(known.id);
      throw retitled(known, title);
    }
    await settle(known);
    return kept(known, tag, failure);
  }

  /**
   * Returns the secret of the oldest item, and deletes this call's item if it is another one.
   *
   * @param failure The error of a creation that is not known to have happened.
   */
  async function kept(known: Item | undefined, tag: string, failure: unknown): Promise<EnsuredSecret> {
    for (;;) {
      const listed = await list();
      const own = listed.find(({ id, tags }) => id === known?.id || tags?.includes(tag) === true);
      const first = oldestOf(known === undefined || own !== undefined ? listed : [known, ...listed].sort(byAge));
      if (first === undefined) throw failure;
      const hasTime = clock.now() < endsAt;
      // A list without this call's item may be without an older one, too.
      const isAhead = own === undefined && first.id === known?.id;
      if (isAhead && !hasTime) throw unlisted(first.id, waitMs);
      const item = isAhead ? undefined : await read(first.id, hasTime);
      if (item === undefined) {
        await pause();
        continue;
      }
      const id = own?.id ?? known?.id;
      if (id !== undefined && id !== item.id) await remove(id);
      return secretOf(item, id === item.id);
    }
  }

  /** The item that all processes take; throws if a person has to choose. */
  function oldestOf(items: readonly ItemOverview[]): ItemOverview | undefined {
    const [first, ...others] = items;
    const isOne = others.every(({ tags }) => tags?.some((tag) => tag.startsWith(TAG)));
    if (!isOne || (others.length > 0 && items.some((item) => Number.isNaN(createdAt(item))))) chooseItem(items, { vaultUUID, title }, BY, items);
    return first;
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

  /** Deletes the item of this call. One that remains is ignored by its tag. */
  async function remove(itemUUID: string): Promise<void> {
    for (const isLast of [false, true])
      try {
        return await client.deleteItem({ vaultUUID, itemUUID }, call);
      } catch (error) {
        if (call.signal?.aborted === true) throw error;
        if (isLast || !isTemporary(error, true)) return;
      }
  }

  /** Waits until every process sees an item. */
  function settle(item: ItemOverview | undefined): Promise<void> {
    const isExact = item?.createdAt?.includes(".") === true;
    return wait(clock, settleMs + (isExact ? 0 : WHOLE_SECOND_MS), call.signal);
  }

  async function pause(): Promise<void> {
    await wait(clock, Math.min(backoff(clock, (pauses += 1), LONGEST_DELAY_MS), Math.max(0, endsAt - clock.now())), call.signal);
  }

  function isYoung(item: ItemOverview): boolean {
    return !(Math.abs(clock.wallNow() - createdAt(item)) >= SKEW_MS + settleMs + WHOLE_SECOND_MS);
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

function retitled({ id, title }: Item, wanted: string): LookupError {
  const problem = `the server stored an item with the title ${quoted(wanted)} as ${quoted(String(title))}: use that title`;
  return new LookupError("not-found", `${BY}: ${problem}`, { operationId: "createItem", candidates: [id] });
}

function secretOf(item: Item, created: boolean): EnsuredSecret {
  const secret = { value: valueOf(item, PASSWORD, BY), item, created };
  if (secret.value === "")
    throw new LookupError("not-found", `${BY}: the password of item ${item.id} is empty: set one, or delete the item`, {
      operationId: "getItem",
      candidates: [item.id],
    });
  maskSecrets(secret, { value: true });
  return secret;
}

/** The time that an item was created at; `NaN` if the server does not say it. */
function createdAt(item: ItemOverview): number {
  return Date.parse(item.createdAt ?? "");
}

function byAge(one: ItemOverview, other: ItemOverview): number {
  return (createdAt(one) || 0) - (createdAt(other) || 0) || (one.id < other.id ? -1 : 1);
}
