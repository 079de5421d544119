import { readFile, stat } from "node:fs/promises";
import { platformClock, wait } from "../../clock.ts";
import { isKeywrightError, TokenError } from "../../errors.ts";
import type { TokenStore } from "../../oauth/token-types.ts";
import type { TokenProvider } from "../../options.ts";
import { canonicalPath, checkPath, codeOf, readFileIfThere, removeLeftovers, writeFileAtomic } from "./atomic-file.ts";
import { lockFile } from "./file-lock.ts";

/**
 * Returns a token provider that reads a file, such as a mounted secret. It reads the file again
 * when it changes, and when the service rejects the token.
 *
 * White space around the token is removed.
 *
 * @param path The file.
 * @returns A value for the option `token` of a client. A file that cannot be read, or is empty, is
 * a `TokenError` of the call that needs the token.
 * @throws ArgumentError if `path` is not a path.
 */
export function tokenFile(path: string): TokenProvider {
  checkPath("tokenFile", path);
  let read: { readonly token: string; readonly state: string } | undefined;
  return {
    async getToken() {
      try {
        // A mounted secret changes by a link to another inode. Other files may change within a
        // clock tick: compare the size.
        const { mtimeMs, ino, size } = await stat(path);
        const state = `${mtimeMs} ${ino} ${size}`;
        if (read?.state !== state) read = { token: (await readFile(path, "utf8")).trim(), state };
      } catch (error) {
        throw new TokenError("no-token", `the token file ${path} cannot be read (${codeOf(error) ?? "unknown reason"})`, { cause: error });
      }
      if (read.token === "") throw new TokenError("no-token", `the token file ${path} is empty`);
      return read.token;
    },
    invalidate(refused) {
      if (read?.token === refused) read = undefined;
    },
  };
}

/** The wait between attempts to acquire a lock that another process holds. */
const LOCK_POLL_MS = 50;

/**
 * Returns a store that keeps a refresh token in a file with mode 0600, which is replaced
 * atomically.
 *
 * Several processes may share the file. They renew one after the other, with the lock of
 * `fileCheckpoint`, so that none uses a refresh token that another has used.
 *
 * @param path The file, or a link to it, which stays. A missing folder is created before a refresh
 * token is used.
 * @throws ArgumentError if `path` is not a path.
 */
export function fileTokenStore(path: string): TokenStore {
  checkPath("fileTokenStore", path);
  return {
    load: async () => (await readFileIfThere(path))?.trim() || undefined,
    save: async (refreshToken) => writeFileAtomic(await canonicalPath(path), `${refreshToken}\n`),
    async lock(signal) {
      while (true) {
        signal.throwIfAborted();
        try {
          const { file, release } = await lockFile(path, "refresh token");
          // The leftovers of a killed process contain a refresh token.
          await removeLeftovers(file);
          return release;
        } catch (error) {
          if (!isKeywrightError(error, "checkpoint-owned")) throw error;
          await wait(platformClock, LOCK_POLL_MS, signal);
        }
      }
    },
  };
}
