import { readFile, stat } from "node:fs/promises";
import type { TokenProvider } from "../client-options.ts";
import { TokenError } from "../errors.ts";
import { refuseArgument } from "../refuse-input.ts";

/**
 * A token out of a file, such as a mounted secret: read again when the file changes, and when the service refuses the token.
 *
 * White space around the token is left out.
 *
 * @param path The file.
 * @returns What a client takes as its `token`. A file that cannot be read, or is empty, is a `TokenError` of the call that needed it.
 * @throws ArgumentError where `path` is no path.
 */
export function tokenFile(path: string): TokenProvider {
  if (typeof path !== "string" || path === "") refuseArgument("tokenFile", "path", "must be a path", path);
  let held: { readonly token: string; readonly state: string } | undefined;
  return {
    async getToken() {
      try {
        // A mounted secret changes by a link that is set anew: another inode. Others may change within one tick of their clock: another size.
        const { mtimeMs, ino, size } = await stat(path);
        const state = `${mtimeMs} ${ino} ${size}`;
        if (held?.state !== state) held = { token: (await readFile(path, "utf8")).trim(), state };
      } catch (error) {
        throw new TokenError(`the token file ${path} cannot be read (${(error as { readonly code?: string }).code ?? "unknown reason"})`, { cause: error });
      }
      if (held.token === "") throw new TokenError(`the token file ${path} is empty`);
      return held.token;
    },
    invalidate(refused) {
      if (held?.token === refused) held = undefined;
    },
  };
}
