import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

type Encode = (bytes: Buffer) => readonly (string | Buffer)[];

/** The forms in which a secret could be on a disk. */
export const ENCODINGS: { readonly [name: string]: Encode } = {
  utf8: (bytes) => [bytes],
  utf16: (bytes) => [Buffer.from(bytes.toString(), "utf16le"), Buffer.from(bytes.toString(), "utf16le").swap16()],
  hex: (bytes) => [bytes.toString("hex"), bytes.toString("hex").toUpperCase()],
  base64: (bytes) => inside(bytes, "base64"),
  base64url: (bytes) => inside(bytes, "base64url"),
  json: (bytes) => [JSON.stringify(bytes.toString()).slice(1, -1)],
  json2: (bytes) => [JSON.stringify(JSON.stringify(bytes.toString()).slice(1, -1)).slice(1, -1)],
  url: (bytes) => [encodeURIComponent(bytes.toString()), encodeURIComponent(bytes.toString()).toLowerCase()],
  form: (bytes) => [new URLSearchParams({ "": bytes.toString() }).toString().slice(1)],
};

/** The characters that the bytes have inside a longer text, after none, one or two bytes. */
function inside(bytes: Buffer, encoding: "base64" | "base64url"): readonly string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString(encoding);
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
}

/** Returns the files below a folder that contain a secret, each with the encoding. */
export async function plainBytesIn(folder: string, secrets: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    found.push(...encodingsIn(await readFile(path), secrets).map((encoding) => `${path} has a secret as ${encoding}`));
  }
  return found;
}

/** Returns the encodings in which bytes contain a secret. */
export function encodingsIn(bytes: Buffer, secrets: readonly string[]): readonly string[] {
  const has = (encode: Encode): boolean => secrets.some((secret) => encode(Buffer.from(secret)).some((needle) => bytes.includes(needle)));
  return Object.entries(ENCODINGS).flatMap(([name, encode]) => (has(encode) ? [name] : []));
}
