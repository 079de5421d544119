import { TOTP, URI } from "otpauth";

/**
 * Returns the one-time code at a time (RFC 6238); `undefined` if the value is not a valid address.
 *
 * @param value An `otpauth://totp/` address.
 */
export function oneTimeCode(value: string, now: Date): string | undefined {
  // Limits the length of the address and of the code, which `digits` defines.
  if (!value.startsWith("otpauth://totp/") || value.length > 2048) return undefined;
  try {
    const totp = URI.parse(value);
    if (!(totp instanceof TOTP) || totp.digits < 6 || totp.digits > 10 || totp.period < 1) return undefined;
    return totp.generate({ timestamp: now.getTime() });
  } catch {
    return undefined; // The service does not reject invalid values of this type.
  }
}
