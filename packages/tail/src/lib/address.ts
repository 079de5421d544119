import { variable } from "./secrets.ts";
import type { ListenAddress, Target } from "./settings.ts";
import { UsageError } from "./usage-error.ts";

/** Parameters that are credentials by their names, in any of the usual spellings. */
const SECRET_PARAMETER = /pass|pwd|token|secret|credential|signature|api[-_]?key|access[-_]?key|^(key|sig|auth|authorization)$/i;

/** Replaces the placeholders of a path. */
export type Fill = (template: string) => string;

/**
 * Reads the address of a sink.
 *
 * @param name The option, for messages, which never contain the address if it can contain a credential.
 * @param sink The name of the sink, for the names of environment variables. Absent: the kind of the target.
 * @throws UsageError if it is unknown, incomplete, or contains a credential.
 */
export function readTarget(name: string, address: string, sink: string | undefined, fill: Fill): Target {
  const scheme = /^([a-z]+):/i.exec(address)?.[1]?.toLowerCase();
  switch (scheme) {
    case "stdout":
      return { kind: "stdout" };
    case "file": {
      const path = address.slice("file:".length).replace(/^\/\/(?=\/)/, "");
      if (path === "" || path.startsWith("//")) throw new UsageError(`${name} must have a path after file:, such as file:events.jsonl; got ${address}`);
      return { kind: "file", path: fill(path) };
    }
    case "postgres":
    case "postgresql":
      return { kind: "postgres", url: readUrl(name, address, `${variable(sink ?? "postgres", "PASSWORD")} or PGPASSWORD`).href };
    case "https":
    case "http":
      return { kind: "http", url: readUrl(name, address, variable(sink ?? "http", "TOKEN")).href };
    default:
      throw new UsageError(`${name} must begin with file:, stdout:, postgres:// or https://; got ${scheme === undefined ? "no scheme" : `${scheme}:`}`);
  }
}

function readUrl(name: string, address: string, variables: string): URL {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw new UsageError(`${name} must be a whole address, such as postgres://db.example.com/audit or https://collector.example.com/events`);
  }
  if (url.host === "") throw new UsageError(`${name} must have a host, such as postgres://db.example.com/audit`);
  const secret = url.password !== "" ? "a password" : [...url.searchParams.keys()].find((key) => SECRET_PARAMETER.test(key));
  if (secret !== undefined || (url.username !== "" && url.protocol.startsWith("http")))
    throw new UsageError(`${name} contains ${secret ?? "a user name"}, which other users of this machine can read: remove it, and set ${variables}`);
  return url;
}

/** Whether an address is one of Postgres, not the path of a file. */
export function isPostgres(place: string): boolean {
  return /^postgres(ql)?:\/\//i.test(place);
}

/** Whether the name of an option is one of a credential, which the command does not take. */
export function isSecretName(name: string): boolean {
  return SECRET_PARAMETER.test(name);
}

// RFC 6890: only programs of this machine reach these.
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Reads where to listen.
 *
 * @param permit The option that permits an address which other machines reach; `undefined` if it is set.
 */
export function readListen(name: string, text: string, permit: string | undefined): ListenAddress {
  const [, host = "", digits = ""] = /^(\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  if (host === "" || port > 65_535) throw new UsageError(`${name} must be HOST:PORT, such as 127.0.0.1:9464 or [::1]:9464; got ${text}`);
  if (permit !== undefined && !LOOPBACK.test(host))
    throw new UsageError(`${name} ${text} can be reached by other machines: use 127.0.0.1, or set ${permit} if a firewall or a container protects it`);
  return { host: host.replace(/^\[|\]$/g, ""), port };
}
