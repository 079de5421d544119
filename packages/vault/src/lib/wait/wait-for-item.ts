import {
  backoff,
  CALL_RULES,
  checkOptions,
  CLOCK,
  expectClient,
  expectObject,
  isApiError,
  isKeywrightError,
  isNumber,
  isTemporary,
  platformClock,
  rejectArgument,
  type Rules,
  TIMER_END,
  TimeoutError,
  wait,
} from "@keywright/core/client";
import type { CallOptions, Clock, KeywrightError } from "@keywright/core";
import type { Item, VaultClient } from "../../generated/client.ts";
import { checkId } from "../check-id.ts";
import { checkNames } from "../check-names.ts";
import { expectEntries, expectItem } from "../expect-response.ts";
import { type FieldName, readName, valueOf } from "../items/find-field.ts";
import { chooseItem, type ItemQuery } from "../items/find-item.ts";
import { checkAttributes, filterOf } from "../items/item-query.ts";

/** Options of {@link waitForItem}. */
export interface WaitForItemOptions {
  /** A field that must have a value, too. @default none */
  readonly field?: FieldName | undefined;
  /** Maximum wait in milliseconds; `Infinity` for no limit. @default 60000, a minute */
  readonly timeoutMs?: number | undefined;
  /** Longest delay between two requests; delays start at about a second. @default 10000 */
  readonly maxDelayMs?: number | undefined;
  /** Aborts the wait, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Options of each request: timeouts, retries, headers. */
  readonly call?: Omit<CallOptions, "signal"> | undefined;
  /** Clock and random numbers, for tests. @default the platform's */
  readonly clock?: Clock | undefined;
}

const BY = "waitForItem";

// A function, because bundlers cannot remove an unused spread.
const rules = (): Rules => ({
  field: undefined,
  timeoutMs: [(value) => isNumber(value, 1), "a time in milliseconds of at least 1, or Infinity"],
  maxDelayMs: [(value) => isNumber(value, 1, TIMER_END), "a time in milliseconds from 1 to 2147483647"],
  signal: CALL_RULES["signal"],
  call: [(value) => typeof value === "object", "an object such as { timeoutMs }", { rules: { ...CALL_RULES, signal: `it is an option of ${BY} itself` } }],
  clock: CLOCK,
});

/**
 * Waits until a vault has an item and returns it, for servers that receive items late. Polls with
 * increasing delays; a temporary failure does not end the wait.
 *
 * @param query As of `findItem`.
 * @returns The item with its fields, sections and files.
 * @throws TimeoutError if it is not there in time; `cause` is the last request's error.
 * @throws LookupError `ambiguous` if several items match.
 * @throws ArgumentError, ConfigurationError before any request.
 * @throws ApiError 400, 401, 403, and 404 for the vault.
 * @example
 * ```ts
 * const query = { vaultUUID, title: "Finance portal" };
 * const item = await waitForItem(vault, query, { field: "password" });
 * ```
 */
export async function waitForItem(client: Pick<VaultClient, "listItems" | "getItem">, query: ItemQuery, options: WaitForItemOptions = {}): Promise<Item> {
  expectClient(BY, client, "listItems", "getItem");
  expectObject(BY, "query", query, 'must be an object such as { vaultUUID, title: "Finance portal" }');
  checkNames(BY, "", query, ["vaultUUID", "title", "tag"]);
  checkId(BY, "vaultUUID", query.vaultUUID);
  checkAttributes(BY, query);
  if (query.title === undefined && query.tag === undefined) rejectArgument(BY, "title", "or tag is needed", query.title);
  checkOptions(BY, options, rules());
  const { field, timeoutMs = 60_000, maxDelayMs = 10_000, signal, call, clock = platformClock } = options;
  if (field !== undefined) readName(field, BY, "field");
  const endsAt = clock.now() + timeoutMs;
  let hasResponded = false;
  let failure: KeywrightError | undefined;
  for (let tries = 1; ; tries += 1) {
    signal?.throwIfAborted();
    const hasTime = clock.now() < endsAt;
    const found = await look();
    if ("item" in found) return found.item;
    // A request that begins at the end has no time for a response.
    if (failure === undefined || hasTime || found.failure.code !== "timeout") ({ failure } = found);
    const remainingMs = endsAt - clock.now();
    if (remainingMs <= 0) throw timeoutError(timeoutMs, failure);
    const askedMs = (failure as { readonly retryAfterMs?: number }).retryAfterMs ?? 0;
    await wait(clock, Math.min(Math.max(backoff(clock, tries, maxDelayMs), askedMs), remainingMs, TIMER_END), signal);
  }

  /** Options of a request that begins now. Without a limit, those of the client remain. */
  function inTime(): CallOptions {
    const limitMs = Math.min(call?.totalTimeoutMs ?? Infinity, Math.max(1, endsAt - clock.now()));
    return { ...call, signal, totalTimeoutMs: limitMs === Infinity ? call?.totalTimeoutMs : limitMs };
  }

  async function look(): Promise<{ readonly item: Item } | { readonly failure: KeywrightError }> {
    const { vaultUUID } = query;
    try {
      const items = expectEntries("listItems", await client.listItems({ vaultUUID, ...filterOf(query) }, inTime()));
      hasResponded = true;
      const item = expectItem(await client.getItem({ vaultUUID, itemUUID: chooseItem(items, query, BY, items).id }, inTime()));
      if (field !== undefined) valueOf(item, field, BY);
      return { item };
    } catch (error) {
      // A list may show an item that cannot be read yet.
      const isLate = isKeywrightError(error, "not-found") || (isApiError(error, 404) && error.operationId === "getItem");
      if (isLate || isTemporary(error, hasResponded)) return { failure: error };
      throw error;
    }
  }
}

function timeoutError(timeoutMs: number, cause: KeywrightError): TimeoutError {
  const isItem = isKeywrightError(cause, "not-found") || isApiError(cause, 404);
  // Only a response without the value has no operation.
  const missing = !isItem ? "the vault could not be read" : cause.operationId === undefined ? "the field has no value" : "the item is not there";
  return new TimeoutError("timeout", `${BY}: ${missing} within ${timeoutMs} ms, see the cause: raise timeoutMs if it may take longer`, {
    timeoutMs,
    outcome: "not-sent",
    operationId: cause.operationId,
    cause,
  });
}
