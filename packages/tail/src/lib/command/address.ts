import { isLoopback, UsageError } from "@keywright/cli-kit";
import { checkClearText } from "../connections/clear-text.ts";
import { readPostgres } from "../connections/postgres-address.ts";
import { variable } from "../connections/secrets.ts";
import type { ListenAddress, SinkAddress } from "../settings/settings.ts";
import { SINK_KIND_LIST, SINK_KINDS, type SinkKind } from "../settings/sink-kinds.ts";

/** Parameters that are credentials by their names, in any of the usual spellings. */
const SECRET_PARAMETER = /pass|pwd|token|secret|credential|signature|api[-_]?key|access[-_]?key|^(key|sig|auth|authorization)$/i;

/** Replaces the placeholders of a path. */
export type Fill = (template: string) => string;

/**
 * Reads the address of a sink.
 *
 * @param name The option, for messages, which contain no address that can have a credential.
 * @param sink The name of the sink, for the names of environment variables. Absent: its kind.
 * @throws UsageError if it is unknown, incomplete, or contains a credential.
 */
export function readSinkAddress(name: string, address: string, sink: string | undefined, fill: Fill): SinkAddress {
  const scheme = /^[a-z\d+]+:/i.exec(address)?.[0].toLowerCase() ?? "no scheme";
  if (scheme === "stdout:") return { kind: "stdout" };
  if (scheme === "file:") {
    const path = address.slice("file:".length).replace(/^\/\/(?=\/)/, "");
    if (path === "" || path.startsWith("//")) throw new UsageError(`${name} must have a path after file:, such as file:events.jsonl; got ${address}`);
    return { kind: "file", path: fill(path) };
  }
  const [kind] = SINK_KIND_LIST.find(([, { schemes }]) => schemes.includes(scheme)) ?? [];
  if (kind !== undefined) return { kind, url: readUrl(name, fill(address), kind, sink ?? kind), setting: name };
  throw new UsageError(`${name} must begin with file:, stdout:, ${SINK_KIND_LIST.map(([, { schemes }]) => `${schemes[0]}//`).join(", ")}; got ${scheme}`);
}

function readUrl(name: string, address: string, kind: SinkKind, sink: string): string {
  const { form, rest, restInWords, hasUser, secrets, variables = [] }: (typeof SINK_KIND_LIST)[number][1] = SINK_KINDS[kind];
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw new UsageError(`${name} must be a whole address, such as ${form}`);
  }
  if (url.host === "") throw new UsageError(`${name} must have a host, such as ${form}`);
  const secret = url.password !== "" ? "a password" : [...url.searchParams.keys()].find((key) => SECRET_PARAMETER.test(key));
  if (secret !== undefined || (url.username !== "" && hasUser !== true)) {
    const instead = [...secrets.map((one) => variable(sink, one)), ...variables].join(" or ");
    throw new UsageError(`${name} contains ${secret ?? "a user name"}, which other users of this machine can read: remove it, and set ${instead}`);
  }
  checkClearText(name, url);
  if (hasUser === true && !isDecodable(url.username + url.hostname + url.pathname))
    throw new UsageError(`${name} contains a % that encodes no character: write %25 for a percent sign`);
  if (kind === "postgres") readPostgres(name, url.href);
  if (rest?.test(`${url.pathname}${url.search}${url.hash}`) === false) throw new UsageError(`${name} must have the form ${form}, ${restInWords}`);
  return url.href;
}

function isDecodable(text: string): boolean {
  try {
    return typeof decodeURIComponent(text) === "string";
  } catch {
    return false;
  }
}

/** Whether an address is one of Postgres, not the path of a file. */
export function isPostgres(place: string): boolean {
  return /^postgres(ql)?:\/\//i.test(place);
}

/**
 * Reads where to listen.
 *
 * @param permit The option for an address that other machines reach; `undefined` if it is set.
 */
export function readListen(name: string, text: string, permit: string | undefined): ListenAddress {
  const [, host = "", digits = ""] = /^(\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  if (host === "" || port > 65_535) throw new UsageError(`${name} must be HOST:PORT, such as 127.0.0.1:9464 or [::1]:9464; got ${text}`);
  if (permit !== undefined && !isLoopback(host))
    throw new UsageError(`${name} ${text} can be reached by other machines: use 127.0.0.1, or set ${permit} if a firewall or a container protects it`);
  return { host: host.replace(/^\[|\]$/g, ""), port };
}
