/** How one-time codes are computed from the time (RFC 6238). */
export interface TimeCode {
  readonly key: Uint8Array<ArrayBuffer>;
  readonly hash: string;
  readonly digits: number;
  readonly periodMs: number;
}

const HASHES: { readonly [algorithm: string]: string } = { SHA1: "SHA-1", SHA256: "SHA-256", SHA512: "SHA-512" };
// RFC 4648 §6.
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Reads an `otpauth://totp/` address. Returns `undefined` if it is not one. */
export function readTimeCode(address: string): TimeCode | undefined {
  const query = /^otpauth:\/\/totp\/[^?]*\?(.*)$/is.exec(address)?.[1];
  const parameters = new URLSearchParams(query);
  const key = fromBase32(parameters.get("secret") ?? "");
  const hash = HASHES[(parameters.get("algorithm") ?? "SHA1").toUpperCase().replace("-", "")];
  const digits = Number(parameters.get("digits") ?? 6);
  const period = Number(parameters.get("period") ?? 30);
  // RFC 4226 §5.3: at least 6 digits; 31 bits have no more than 10.
  const isRight = Number.isInteger(digits) && digits >= 6 && digits <= 10 && Number.isInteger(period) && period >= 1;
  return key === undefined || hash === undefined || !isRight ? undefined : { key, hash, digits, periodMs: period * 1000 };
}

/** Returns the one-time code of a time. */
export async function codeAtTime({ key, hash, digits, periodMs }: TimeCode, wallMs: number): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(Math.floor(wallMs / periodMs)));
  const hmacKey = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash }, false, ["sign"]);
  const mac = new DataView(await crypto.subtle.sign("HMAC", hmacKey, counter));
  // RFC 4226 §5.3, dynamic truncation.
  const offset = mac.getUint8(mac.byteLength - 1) & 15;
  const bits = mac.getUint32(offset) & 0x7f_ff_ff_ff;
  return String(bits % 10 ** digits).padStart(digits, "0");
}

/** Decodes Base32 in any case, with spaces and dashes; `undefined` if empty or not Base32. */
function fromBase32(text: string): Uint8Array<ArrayBuffer> | undefined {
  const digits = [...text.toUpperCase().replaceAll(/[\s=-]/g, "")].map((digit) => BASE32.indexOf(digit));
  if (digits.length < 2 || digits.includes(-1)) return undefined;
  const bytes: number[] = [];
  let bits = 0;
  let length = 0;
  for (const digit of digits) {
    bits = ((bits << 5) | digit) & 0xf_ff;
    length += 5;
    if (length < 8) continue;
    length -= 8;
    bytes.push((bits >> length) & 0xff);
  }
  return Uint8Array.from(bytes);
}
