/** Replaces the addresses below a base address in a text, also where JSON escapes their slashes. */
export function moveAddresses(text: string, from: string, to: string): string {
  const pattern = from.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("/", String.raw`\\?/`);
  // `https://vault.example.com.au` and `https://vault.example.com:8443` are other servers.
  return text.replaceAll(new RegExp(String.raw`${pattern}(?![\w.:-])`, "g"), () => to);
}

/** Returns an address without the slash at its end. */
export function baseOf({ origin, pathname }: URL): string {
  return origin + pathname.replace(/\/$/, "");
}
