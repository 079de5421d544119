import { UsageError } from "@keywright/cli-kit";

/** Whether only programs of this machine reach a host (RFC 6890). */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

/** @throws UsageError if an address would send events in clear text to another machine. */
export function checkClearText(name: string, { protocol, hostname }: Pick<URL, "protocol" | "hostname">): void {
  const encrypted = protocol === "nats:" ? "tls:" : protocol.replace(/http:$/, "https:");
  if (encrypted !== protocol && !isLoopback(hostname))
    throw new UsageError(`${name} is ${protocol}// to ${hostname}, which would send events in clear text: use ${encrypted}//`);
}
