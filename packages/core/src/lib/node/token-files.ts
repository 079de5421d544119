import { readFile, stat } from "node:fs/promises";
import { platformClock, wait } from "../clock.ts";
import { isKeywrightError, TokenError } from "../errors.ts";
import type { TokenStore } from "../oauth/token-types.ts";
import type { TokenProvider } from "../options.ts";
import { canonicalPath, checkPath, codeOf, readFileIfThere, removeLeftovers, writeFileAtomic } from "./atomic-file.ts";
import { lockFile } from "./file-lock.ts";

/**
 * Reads the token from a file, such as a mounted secret: again if the file has changed, and if the service refuses the token.
 *
 * White space around the token is left out.
 *
 * @param path The file.
 * @returns What a client takes as its `token`. A file that cannot be read, or is empty, is a `TokenError` of the call that needed it.
 * @throws ArgumentError if `path` is not a path.
 */
export function tokenFile(path: string): TokenProvider {
  checkPath("tokenFile", path);
  let read: { readonly token: string; readonly state: string } | undefined;
  return {
    async getToken() {
      try {
        // A mounted secret changes by a new link: another inode. Other files may change within one tick of their clock: another size.
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

/** How long a process waits before it asks again for a lock that another one holds. */
const LOCK_POLL_MS = 50;

/**
 * Keeps a refresh token in a file that only its owner can read (mode 0600), written whole or not at all.
 *
 * Any number of processes may share the file: they renew one after the other, by the lock that `fileCheckpoint` has, so that none uses a refresh token that another one has used up.
 *
 * @param path The file, or a link to it, which stays. Its folder is made if it is missing, before a refresh token is used up whose successor needs it.
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
          // What a killed process left holds a refresh token.
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
