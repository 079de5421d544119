import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";

/** What a request is for. */
export interface Target {
  readonly authority: string;
  readonly path: string;
  readonly query: string;
}

/** RFC 9112 §3.2: a path, or a whole address, which takes precedence over `Host`. */
export function targetOf({ url = "", headers }: IncomingMessage): Target | undefined {
  if (!url.startsWith("/")) {
    const absolute = /^https?:\/\/([^/?#]+)(\/[^?]*)?(?:\?(.*))?$/i.exec(url);
    return absolute === null ? undefined : { authority: absolute[1] ?? "", path: absolute[2] ?? "/", query: absolute[3] ?? "" };
  }
  const mark = url.indexOf("?");
  const [path, query] = mark < 0 ? [url, ""] : [url.slice(0, mark), url.slice(mark + 1)];
  return { authority: headers.host ?? "", path, query };
}

/** Returns whether a host is an address, localhost or allowed, against DNS rebinding. */
export function isAllowed(authority: string, allowed: ReadonlySet<string>): boolean {
  if (allowed.has(authority)) return true;
  const name = authority.replace(/:\d*$/, "").toLowerCase();
  return allowed.has(name) || name.endsWith(".localhost") || isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0;
}

/** RFC 9110 §15.5.20: the request is for another server. */
export function rejectHost(outgoing: ServerResponse): void {
  outgoing
    .writeHead(421, { "content-type": "text/plain" })
    .end("The emulator does not accept this host name. Use an IP address or localhost, or allow the name.\n");
}
