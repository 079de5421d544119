import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

/** One packed package of a release. */
export interface PackedRelease {
  readonly name: string;
  readonly version: string;
  /** The name of the tarball in the same folder. */
  readonly tarball: string;
  /** The digest of the tarball in hexadecimal, so that only the inspected file is published. */
  readonly sha512: string;
  /** The packages of this release that it depends on, which are published first. */
  readonly needs: readonly string[];
}

/** The name of the file that lists the packages of a release. */
export const RELEASE_FILE = "release.json";

/** Returns the SHA-512 digest of a file in hexadecimal. */
export async function digestOf(path: string): Promise<string> {
  return createHash("sha512")
    .update(await readFile(path))
    .digest("hex");
}
