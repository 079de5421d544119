import { BlockList, isIP } from "node:net";

const ADDRESSES = new BlockList();
ADDRESSES.addSubnet("127.0.0.0", 8);
ADDRESSES.addAddress("::1", "ipv6");

/**
 * Whether only programs of this machine reach a host (RFC 6890).
 *
 * @param host `localhost` or an address of IPv4 or IPv6, also in brackets.
 */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.+)\]$/, "$1");
  const version = isIP(address);
  return version === 0 ? address.toLowerCase() === "localhost" : ADDRESSES.check(address, version === 4 ? "ipv4" : "ipv6");
}
