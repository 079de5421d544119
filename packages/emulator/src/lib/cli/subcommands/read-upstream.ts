import { isLoopback, type Options, UsageError } from "@keywright/cli-kit";

/** The options of commands that call a real server. */
export const UPSTREAM_OPTIONS = {
  upstream: { type: "string" },
  service: { type: "string", multiple: true, default: [] },
  "allow-insecure-http": { type: "boolean", default: false },
} as const satisfies Options;

/** Reads `--upstream`. @throws UsageError for no address, or one without TLS off this machine. */
export function readUpstream(text: string | undefined, allowInsecureHttp: boolean): URL {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "")
    throw new UsageError("--upstream must be an address such as https://vault.example.com, without a query");
  if (url.username !== "" || url.password !== "") throw new UsageError("--upstream must not have credentials; your program sends them");
  if (url.protocol === "http:" && !isLoopback(url.hostname) && !url.hostname.endsWith(".localhost") && !allowInsecureHttp)
    throw new UsageError("--upstream must be https, because http would send credentials in the clear; --allow-insecure-http accepts it");
  return url;
}
