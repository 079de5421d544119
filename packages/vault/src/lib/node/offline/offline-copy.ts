import { rm } from "node:fs/promises";
import type { ClientOptions, Clock } from "@keywright/core";
import { checkOptions, isNumber, rejectArgument, type Rules, TIMER_END, wait } from "@keywright/core/client";
import type { OfflineCopy } from "../../references/offline-copy.ts";
import { type CopiedItems, createCopiedItems } from "./copied-items.ts";
import { createOpenCopy } from "./open-copy.ts";
import { type FileState, readCopy, seal, stateAt, unseal, writeCopy } from "./sealed-file.ts";

/** Options of {@link offlineCopy}. Address and token are those of the client. */
export interface OfflineCopyOptions extends Pick<ClientOptions, "baseUrl" | "onEvent"> {
  readonly token: NonNullable<ClientOptions["token"]>;
  /** Milliseconds to use an item that the vault has not confirmed. @default 86400000, a day */
  readonly maxAgeMs?: number | undefined;
  /** Milliseconds that a request may take before the copy replaces it. @default 5000 */
  readonly afterMs?: number | undefined;
}

const DAY_MS = 86_400_000;

const RULES: Rules = {
  // `vaultEnvironment` returns it, too.
  onEvent: undefined,
  baseUrl: [(value) => typeof value === "string" && URL.canParse(value), "the address of the client", { isNeeded: true }],
  token: [(value) => (typeof value === "string" ? value !== "" : value !== undefined), "the token of the client", { isNeeded: true, isSecret: true }],
  maxAgeMs: [(value) => isNumber(value, 1) && value !== Infinity, "a time in milliseconds of at least 1"],
  afterMs: [(value) => isNumber(value, 1, TIMER_END), "a time in milliseconds from 1 to 2147483647"],
};

/** With confirmations only, at most this part of the age is lost by not writing. */
const WRITES_PER_AGE = 100;

/**
 * Returns an encrypted copy of the items that secrets come from, for the option `offlineCopy` of
 * `secretCache`: a start while the vault is away uses the last good values.
 *
 * The copy replaces requests that fail without a connection, by a time limit, or with 408, 429
 * (after the wait that the vault asks for) or 5xx. It is not used after 401, 403, 404 or a
 * certificate that is not trusted. Only the same token and address can read it. SECURITY.md has
 * the format.
 *
 * @param path Its file, one for each program. Its folder exists; others can access neither of them.
 * @example
 * ```ts
 * const environment = vaultEnvironment();
 * const vault = createVaultClient(environment);
 * const secrets = await secretCache(vault, {
 *   references: ["Production/Database/password"],
 *   offlineCopy: offlineCopy("/var/lib/app/secrets", environment),
 * });
 * ```
 */
export function offlineCopy(path: string, options: OfflineCopyOptions): OfflineCopy {
  const by = "offlineCopy";
  if (typeof path !== "string" || path === "") rejectArgument(by, "path", "must be a path", path);
  checkOptions(by, options, RULES, { such: " with baseUrl and token" });
  const { baseUrl, token, maxAgeMs = DAY_MS, afterMs = 5000 } = options;

  const address = new URL(baseUrl).href.replace(/\/+$/, "");

  /** Returns the token of now. @throws Any error if there is none within `afterMs`. */
  async function tokenNow(clock: Clock): Promise<string> {
    if (typeof token === "string") return token;
    const ended = new AbortController();
    const { signal } = ended;
    const asked = (async () => (typeof token === "function" ? token() : token.getToken(signal)))();
    const late = wait(clock, afterMs, signal).then(() => Promise.reject(new Error(`it did not come within ${afterMs} ms`)));
    const given: unknown = await Promise.race([asked, late]).finally(() => ended.abort());
    // Anyone can derive the key of an empty one.
    if (typeof given !== "string" || given === "") throw new Error("it must be a string that is not empty");
    return given;
  }

  return {
    async open(client, { clock, onEvent }) {
      let isReported = false;
      /** Reports problems once until a write works. */
      function report(problem: string, cause: unknown): void {
        if (!isReported) onEvent({ type: "offline-copy-failed", error: new Error(`${problem}: ${(cause as Error).message}`, { cause }) });
        isReported = true;
      }
      async function removeBecause(problem: string): Promise<void> {
        await rm(path, { force: true });
        own = await stateAt(path);
        onEvent({ type: "offline-copy-failed", error: new Error(`the offline copy ${path} was removed, because ${problem}`) });
      }
      const tokenOrNone = (): Promise<string | undefined> =>
        tokenNow(clock).catch((error: unknown) => void report("the offline copy cannot be used, because there is no token", error));

      const { bytes, state } = await readCopy(path);
      /** The file that this process read or wrote. */
      let own = state;
      /** The token that the items belong to. */
      let owner = bytes === undefined ? undefined : await tokenOrNone();
      const items = bytes === undefined || owner === undefined ? createCopiedItems(bytes && null, maxAgeMs, clock) : await decrypt(bytes, owner);
      let savedAt = -Infinity;
      let isDue = false;
      let hasLost = false;
      let last: Promise<void> = Promise.resolve();

      async function decrypt(sealed: Buffer, reader: string): Promise<CopiedItems> {
        try {
          const text = unseal(sealed, { token: reader, baseUrl: address });
          if (text !== undefined) return createCopiedItems(text, maxAgeMs, clock);
        } catch {
          // An item of another program version.
        }
        const problem = "it belongs to another token or address, or is damaged";
        try {
          await removeBecause(problem);
        } catch (error) {
          report(`the offline copy ${path} cannot be used, because ${problem}, and cannot be removed`, error);
        }
        return createCopiedItems(undefined, maxAgeMs, clock);
      }

      async function isOwner(hasFailed = false): Promise<boolean> {
        const now = hasFailed ? undefined : await tokenOrNone();
        const isSame = now !== undefined && now === owner;
        if (!isSame && owner !== undefined) items.reject();
        owner = now;
        return isSame;
      }

      /** Removes the file, unless it is another process's with another token. */
      async function remove(found: FileState): Promise<void> {
        if (found.id === "") return;
        if (found.id !== own.id) {
          const { bytes: other } = await readCopy(path);
          if (!other || owner === undefined || unseal(other, { token: owner, baseUrl: address }) === undefined) return;
        }
        await removeBecause("none of its secrets may be used any longer");
      }

      async function write(isWhole: boolean): Promise<void> {
        hasLost ||= items.hasLost;
        isDue ||= items.isChanged || (items.isConfirmed && clock.now() - savedAt >= maxAgeMs / WRITES_PER_AGE);
        if (!isDue) return;
        try {
          const found = await stateAt(path);
          // Another process may have seen since that items are gone.
          if (found.id !== own.id) items.hideUntil(found.mtimeMs);
          const text = items.take(isWhole);
          if (text !== undefined && owner !== undefined) {
            await writeCopy(path, seal(text, { token: owner, baseUrl: address }));
            own = await stateAt(path);
          } else if (hasLost) await remove(found);
          savedAt = clock.now();
          isDue = false;
          hasLost = false;
          isReported = false;
        } catch (error) {
          if (hasLost)
            await stateAt(path)
              .then(remove)
              .catch(() => {});
          report("the offline copy cannot be written", error);
        }
      }

      const save = (isWhole: boolean): Promise<void> => (last = last.then(() => write(isWhole)));
      return createOpenCopy(client, items, { clock, afterMs, maxAgeMs, onEvent, isOwner, save });
    },
  };
}
