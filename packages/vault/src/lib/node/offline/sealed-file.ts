import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { access, lstat, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ConfigurationError, platformClock } from "@keywright/core/client";
import { writeFileAtomic } from "@keywright/core/node";

// SECURITY.md describes the format. Another one needs another number.
const FORMAT = Buffer.from("keywright offline copy 1\n");
const KIND = FORMAT.subarray(0, -2);
const SALT_BYTES = 32;
const NONCE_BYTES = 12;
const HEADER_BYTES = FORMAT.length + SALT_BYTES + NONCE_BYTES;
const TAG_BYTES = 16;
const MAX_BYTES = 64 * 2 ** 20;

// A write takes less, so that the temporary file of another process remains.
const LEFTOVER_MS = 60_000;

/** What a text is encrypted for: only the same token and address decrypt it. */
export interface Seal {
  readonly token: string;
  readonly baseUrl: string;
}

/** Encrypts a text, with a salt and a nonce of its own. */
export function seal(text: string, owner: Seal): Buffer {
  const header = Buffer.concat([FORMAT, randomBytes(SALT_BYTES + NONCE_BYTES)]);
  const cipher = createCipheriv("aes-256-gcm", keyOf(header, owner), nonceOf(header), { authTagLength: TAG_BYTES });
  cipher.setAAD(authenticated(header, owner));
  return Buffer.concat([header, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts a text. Returns `undefined` if a byte, the token or the address differs. */
export function unseal(bytes: Buffer, owner: Seal): string | undefined {
  if (bytes.length < HEADER_BYTES + TAG_BYTES || !bytes.subarray(0, FORMAT.length).equals(FORMAT)) return undefined;
  const header = bytes.subarray(0, HEADER_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", keyOf(header, owner), nonceOf(header), { authTagLength: TAG_BYTES });
  decipher.setAAD(authenticated(header, owner));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(HEADER_BYTES, -TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

function keyOf(header: Buffer, { token }: Seal): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", token, header.subarray(FORMAT.length, FORMAT.length + SALT_BYTES), FORMAT, 32));
}

function nonceOf(header: Buffer): Buffer {
  return header.subarray(-NONCE_BYTES);
}

function authenticated(header: Buffer, { baseUrl }: Seal): Buffer {
  return Buffer.concat([header, Buffer.from(baseUrl)]);
}

/** Which file is at a path. */
export interface FileState {
  /** Another one for each write; empty without a file. */
  readonly id: string;
  /** When it was written; without a file the latest time when it can have been removed. */
  readonly mtimeMs: number;
}

/** Returns which file is at a path now. */
export async function stateAt(path: string): Promise<FileState> {
  const found = await lstat(path).catch(() => undefined);
  return found === undefined ? { id: "", mtimeMs: (await stat(dirname(path))).mtimeMs } : stateOf(found);
}

function stateOf({ ino, mtimeMs, size }: Stats): FileState {
  return { id: `${ino} ${mtimeMs} ${size}`, mtimeMs };
}

/**
 * Returns the bytes of a copy, of one that is too large only the first; none without a file.
 * Creates a missing folder.
 *
 * @throws ConfigurationError if others can access the file or its folder, if this process cannot
 * write the folder, or if the file is no copy.
 */
export async function readCopy(path: string): Promise<{ readonly bytes?: Buffer; readonly state: FileState }> {
  const folder = dirname(path);
  await mkdir(folder, { mode: 0o700 }).catch(() => {});
  const found = await stat(folder).catch((error: Error) => reject(`in a folder that exists; ${error.message}`));
  expectOwn(found, folder, "folder");
  // Otherwise what the vault rejects could not be removed.
  if ((found.mode & 0o200) === 0) reject(`in a folder that its owner can write; the folder ${folder} has mode ${modeOf(found)}`, `run chmod 700 ${folder}`);
  await access(folder, constants.W_OK).catch((error: Error) => reject(`in a folder that this process can write; ${error.message}`));
  await removeLeftovers(path);
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch((error: NodeJS.ErrnoException) =>
    error.code === "ENOENT"
      ? undefined
      : reject(error.code === "ELOOP" ? `a file; got the symbolic link ${path}` : `a file that can be read; ${error.message}`),
  );
  if (file === undefined) return { state: { id: "", mtimeMs: 0 } };
  try {
    const own = await file.stat();
    if (!own.isFile()) reject(`a file; ${path} is none`);
    expectOwn(own, path, "file");
    const bytes = own.size > MAX_BYTES ? (await file.read(Buffer.alloc(KIND.length), 0, KIND.length, 0)).buffer : await file.readFile();
    // A file that was cut begins like a copy, too.
    if (!KIND.subarray(0, bytes.length).equals(bytes.subarray(0, KIND.length))) reject(`an offline copy or a new file; ${path} is another file`);
    return { bytes, state: stateOf(own) };
  } finally {
    await file.close();
  }
}

/** Writes a copy, whole or not at all, with mode 0600 from its first byte. */
export async function writeCopy(path: string, bytes: Buffer): Promise<void> {
  if (bytes.length > MAX_BYTES) throw new Error(`it has ${bytes.length} bytes, and the limit is ${MAX_BYTES}`);
  await writeFileAtomic(
    path,
    (async function* () {
      yield bytes;
    })(),
  );
}

/** Removes what killed writes left: older copies, of secrets that the vault may have removed. */
async function removeLeftovers(path: string): Promise<void> {
  const begin = `.${basename(path)}.`;
  for (const name of await readdir(dirname(path)).catch(() => [])) {
    if (!name.startsWith(begin) || !/^[\da-f-]{36}\.tmp$/.test(name.slice(begin.length))) continue;
    const leftover = join(dirname(path), name);
    const { mtimeMs } = await stat(leftover).catch(() => ({ mtimeMs: Infinity }));
    if (platformClock.wallNow() - mtimeMs > LEFTOVER_MS) await rm(leftover, { force: true }).catch(() => {});
  }
}

/** Windows has other permissions. */
function expectOwn(found: Stats, path: string, what: "file" | "folder"): void {
  const { uid, mode } = found;
  const own = process.geteuid?.();
  if (own === undefined) return;
  if (uid !== own) reject(`of the user of this process; the ${what} ${path} is another user's`);
  const advice = what === "file" ? `run chmod 600 ${path}` : "use a folder of its own, which mkdir -m 700 creates";
  if ((mode & 0o066) !== 0) reject(`readable and writable only for its owner; the ${what} ${path} has mode ${modeOf(found)}`, advice);
}

function modeOf({ mode }: Stats): string {
  return (mode & 0o777).toString(8);
}

function reject(expected: string, advice?: string): never {
  throw new ConfigurationError("invalid-configuration", `path must be ${expected}`, { by: "offlineCopy", option: "path", expected, advice });
}
