/** A secret of Standard Webhooks: 24 to 64 bytes in base64, after `whsec_`. */
export const SIGNING_SECRET = /^whsec_(?=.{32,88}$)(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

/**
 * Returns a function that signs requests (Standard Webhooks): HMAC-SHA-256 over id, time and body,
 * with periods between. A receiver rejects old times, and so a recorded request.
 */
export function createSignature(secret: string): (id: string, body: string, wallNow: number) => Promise<{ readonly [header: string]: string }> {
  const bytes = Uint8Array.from(atob(secret.replace("whsec_", "")), (character) => character.charCodeAt(0));
  const key = crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (id, body, wallNow) => {
    const seconds = String(Math.floor(wallNow / 1000));
    const signature = await crypto.subtle.sign("HMAC", await key, new TextEncoder().encode(`${id}.${seconds}.${body}`));
    return { "webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}` };
  };
}

/** Returns the SHA-256 of a text, in hexadecimal. */
export async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
