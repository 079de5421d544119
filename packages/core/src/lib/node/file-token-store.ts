import { access, constants } from "node:fs/promises";
import { dirname } from "node:path";
import type { TokenStore } from "../oauth/token-store.ts";
import { checkPath, readFileIfThere, writeFileAtomic } from "./atomic-file.ts";

/**
 * Keeps a refresh token in a file that only its owner can read (mode 0600), written whole or not at all.
 *
 * @param path The file. Its folder must be there: where file and folder are missing, `load` throws the platform's error, so that no refresh token is used up whose successor cannot be kept.
 * @throws ArgumentError where it is no path.
 */
export function fileTokenStore(path: string): TokenStore {
  checkPath("fileTokenStore", path);
  return {
    async load() {
      const content = (await readFileIfThere(path))?.trim();
      // Here, while the refresh token that is to be used is still good: its successor will need a place.
      if (content === undefined) await access(dirname(path), constants.W_OK);
      return content || undefined;
    },
    save: (refreshToken) => writeFileAtomic(path, `${refreshToken}\n`),
  };
}
