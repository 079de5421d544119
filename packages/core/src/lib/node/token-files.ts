import { access, constants, readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { TokenError } from "../errors.ts";
import type { TokenStore } from "../oauth/token-types.ts";
import type { TokenProvider } from "../types.ts";
import { checkPath, codeOf, readFileIfThere, writeFileAtomic } from "./atomic-file.ts";

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

/**
 * Keeps a refresh token in a file that only its owner can read (mode 0600), written whole or not at all.
 *
 * @param path The file. Its folder must exist: if file and folder are missing, `load` throws the platform's error, so that no refresh token is used up whose successor cannot be saved.
 * @throws ArgumentError if `path` is not a path.
 */
export function fileTokenStore(path: string): TokenStore {
  checkPath("fileTokenStore", path);
  return {
    async load() {
      const content = (await readFileIfThere(path))?.trim();
      // Checked here, while the refresh token can still be used: its successor will need a folder.
      if (content === undefined) await access(dirname(path), constants.W_OK);
      return content || undefined;
    },
    save: (refreshToken) => writeFileAtomic(path, `${refreshToken}\n`),
  };
}
