/**
 * Returns a function that signs texts with HMAC-SHA-256 (RFC 2104): `t=<seconds since 1970>,v1=<hex>` over the seconds, a period and the text. The receiver computes the same and rejects old times,
 * so that a recorded request is not accepted again.
 */
export function createSignature(secret: string): (text: string, seconds: number) => Promise<string> {
  const encoder = new TextEncoder();
  const key = crypto.subtle.importKey("raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (text, seconds) => {
    const bytes = await crypto.subtle.sign("HMAC", await key, encoder.encode(`${seconds}.${text}`));
    return `t=${seconds},v1=${hexOf(bytes)}`;
  };
}

/** Returns the SHA-256 of a text. */
export async function digestOf(text: string): Promise<string> {
  return hexOf(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
