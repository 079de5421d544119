import { TOTP, URI } from "otpauth";

/**
 * The one-time code of a time, RFC 6238.
 *
 * @param value An `otpauth://totp/` address; `undefined` is given for anything else.
 */
export function oneTimeCode(value: string, now: Date): string | undefined {
  // An address of a sane length and a code of a sane one: `digits` would otherwise make a text as long as it says.
  if (!value.startsWith("otpauth://totp/") || value.length > 2048) return undefined;
  try {
    const totp = URI.parse(value);
    if (!(totp instanceof TOTP) || totp.digits < 6 || totp.digits > 10 || totp.period < 1) return undefined;
    return totp.generate({ timestamp: now.getTime() });
  } catch {
    return undefined; // The source names no refusal of a value that is not of its type.
  }
}
