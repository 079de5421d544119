import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

/** One package of a release as it was packed, and how it is published. */
export interface PackedRelease {
  readonly name: string;
  readonly version: string;
  /** The name of the tarball, beside the file that says this. */
  readonly tarball: string;
  /** Of the tarball, in hexadecimal: what is published is what was looked into. */
  readonly sha512: string;
  /** Our own packages that it needs: they are published before it. */
  readonly needs: readonly string[];
}

/** The name of the file in the folder of a release that lists its packages. */
export const RELEASE_FILE = "release.json";

/** SHA-512 of a file, in hexadecimal. */
export async function digestOf(path: string): Promise<string> {
  return createHash("sha512")
    .update(await readFile(path))
    .digest("hex");
}
