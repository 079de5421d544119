import { isLoopback, UsageError } from "@keywright/cli-kit";

/** @throws UsageError if an address would send events in clear text to another machine. */
export function checkClearText(name: string, { protocol, hostname }: Pick<URL, "protocol" | "hostname">): void {
  const encrypted = protocol === "nats:" ? "tls:" : protocol.replace(/http:$/, "https:");
  if (encrypted !== protocol && !isLoopback(hostname))
    throw new UsageError(`${name} is ${protocol}// to ${hostname}, which would send events in clear text: use ${encrypted}//`);
}
