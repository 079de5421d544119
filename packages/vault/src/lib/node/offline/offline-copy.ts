import { rm } from "node:fs/promises";
import type { ClientOptions } from "@keywright/core";
import { checkOptions, isNumber, rejectArgument, type Rules, TIMER_END } from "@keywright/core/client";
import type { OfflineCopy } from "../../references/offline-copy.ts";
import { type CopiedItems, createCopiedItems } from "./copied-items.ts";
import { createOpenCopy } from "./open-copy.ts";
import { readCopy, seal, type Seal, unseal, writeCopy } from "./sealed-file.ts";

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

  async function owner(): Promise<Seal> {
    const current = typeof token === "string" ? token : typeof token === "function" ? await token() : await token.getToken();
    return { token: current, baseUrl: new URL(baseUrl).href.replace(/\/+$/, "") };
  }

  return {
    async open(client, { clock, onEvent }) {
      const bytes = await readCopy(path);
      let copied: CopiedItems | undefined;
      if (bytes !== undefined) {
        const text = unseal(bytes, await owner());
        try {
          if (text !== undefined) copied = createCopiedItems(text, maxAgeMs, clock);
        } catch {
          // An item of another program version.
        }
        if (copied === undefined) {
          await rm(path, { force: true });
          const problem = `the offline copy ${path} was removed, because it belongs to another token or address, or is damaged`;
          onEvent({ type: "offline-copy-failed", error: new Error(problem) });
        }
      }
      const items = copied ?? createCopiedItems(undefined, maxAgeMs, clock);
      let savedAt = -Infinity;
      let last: Promise<void> = Promise.resolve();

      async function write(isWhole: boolean): Promise<void> {
        if (!items.isChanged && clock.now() - savedAt < maxAgeMs / WRITES_PER_AGE) return;
        const { hasLost } = items;
        try {
          const text = items.take(isWhole);
          await (text === undefined ? rm(path, { force: true }) : writeCopy(path, seal(text, await owner())));
          savedAt = clock.now();
        } catch (error) {
          savedAt = -Infinity;
          if (hasLost) await rm(path, { force: true }).catch(() => {});
          onEvent({ type: "offline-copy-failed", error: new Error(`the offline copy cannot be written: ${(error as Error).message}`, { cause: error }) });
        }
      }

      return createOpenCopy(client, items, { clock, afterMs, onEvent, save: (isWhole) => (last = last.then(() => write(isWhole))) });
    },
  };
}
