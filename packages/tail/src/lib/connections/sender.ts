import { readFile } from "node:fs/promises";
import * as tls from "node:tls";
import { UsageError } from "@keywright/cli-kit";
import type { ClientOptions } from "@keywright/core";
import { type Environment, nodeTransport } from "@keywright/core/node";
import type { Settings } from "../settings/settings.ts";
import type { CommandContext } from "../settings/command-context.ts";

const CERTIFICATE = "-----BEGIN CERTIFICATE-----";

/** Functions that send the requests of clients and to token endpoints. */
export interface Sender {
  /** For clients; absent if they use `fetch`. */
  readonly transport?: NonNullable<ClientOptions["transport"]>;
  /** For token endpoints. */
  readonly fetch: NonNullable<ClientOptions["fetch"]>;
  /** Certificate authorities in PEM to trust; absent for those of Node. */
  readonly authorities?: readonly string[] | undefined;
}

/**
 * Creates functions that send requests, through the proxy of `--proxy` or the environment if any.
 *
 * @throws UsageError if `--ca` has no readable certificate; ConfigurationError for `--proxy`.
 */
export async function createSender({ proxy, ca }: Pick<Settings, "proxy" | "ca">, { env, fetch }: CommandContext): Promise<Sender> {
  const authorities = ca === undefined ? undefined : [...(await defaultAuthorities(env)), await readAuthority(ca)];
  if (fetch !== undefined) return { fetch, authorities };
  const transport = await nodeTransport({
    proxy,
    ca: authorities,
    // Bun has another undici: there the command works without these two options.
    withoutUndici: "fetch",
  });
  return { transport, fetch: transport.fetch, authorities };
}

/** The certificate authorities of `node:tls` in all supported versions of Node. */
interface Authorities {
  readonly rootCertificates: readonly string[];
  readonly getCACertificates?: (type: "default") => string[];
}

/** Returns the authorities that Node trusts. Before Node 22.15, this reads NODE_EXTRA_CA_CERTS. */
async function defaultAuthorities(env: Environment): Promise<readonly string[]> {
  const { rootCertificates, getCACertificates }: Authorities = tls;
  if (getCACertificates !== undefined) return getCACertificates("default");
  const path = env["NODE_EXTRA_CA_CERTS"] || undefined;
  // Node warns about a file that it cannot read, and continues without it.
  const extra = path === undefined ? "" : await readFile(path, "utf8").catch(() => "");
  return extra.includes(CERTIFICATE) ? [...rootCertificates, extra] : rootCertificates;
}

async function readAuthority(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch((error: Error) => {
    throw new UsageError(`--ca cannot be read: ${error.message}`);
  });
  if (text.includes(CERTIFICATE)) return text;
  throw new UsageError(`--ca must be a file of certificates in PEM; ${path} contains none`);
}
