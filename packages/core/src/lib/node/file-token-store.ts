import type { TokenStore } from "../oauth/token-store.ts";
import { checkPath, readFileIfThere, writeFileAtomic } from "./atomic-file.ts";

/**
 * Keeps a refresh token in a file that only its owner can read (mode 0600), written whole or not at all.
 *
 * @param path The file. Its folder must be there.
 * @throws ArgumentError where it is no path.
 */
export function fileTokenStore(path: string): TokenStore {
  checkPath("fileTokenStore", path);
  return {
    async load() {
      const content = await readFileIfThere(path);
      return content === undefined || content.trim() === "" ? undefined : content.trim();
    },
    save: (refreshToken) => writeFileAtomic(path, `${refreshToken}\n`),
  };
}
