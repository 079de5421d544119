import { readFile } from "node:fs/promises";
import * as tls from "node:tls";
import type { ClientOptions } from "@keywright/core";
import { type Environment, nodeTransport } from "@keywright/core/node";
import type { Settings } from "./arguments.ts";
import { UsageError } from "./usage-error.ts";

const CERTIFICATE = "-----BEGIN CERTIFICATE-----";

/** Sends the requests of clients and of token endpoints. */
export interface Sender {
  /** For clients; absent if they send by `fetch`. */
  readonly transport?: NonNullable<ClientOptions["transport"]>;
  /** For token endpoints. */
  readonly fetch: NonNullable<ClientOptions["fetch"]>;
}

/**
 * Makes what sends the requests: through a proxy, if one is given or the environment has one.
 *
 * @throws UsageError if the file of `--ca` cannot be read or holds no certificate; ConfigurationError if `--proxy` cannot work.
 */
export async function createSender({ proxy, ca }: Pick<Settings, "proxy" | "ca">, env: Environment): Promise<Sender> {
  const transport = await nodeTransport({
    proxy,
    ...(ca === undefined ? {} : { ca: [...(await defaultAuthorities(env)), await readAuthority(ca)] }),
    // Bun has another undici: there the command works as well, without these two options.
    withoutUndici: "fetch",
  });
  return { transport, fetch: transport.fetch };
}

/** What `node:tls` has of authorities, in all versions of Node. */
interface Authorities {
  readonly rootCertificates: readonly string[];
  readonly getCACertificates?: (type: "default") => string[];
}

/** What Node trusts. `rootCertificates` alone lacks the file of `NODE_EXTRA_CA_CERTS`, which Node 22.15 and later know by themselves. */
async function defaultAuthorities(env: Environment): Promise<readonly string[]> {
  const { rootCertificates, getCACertificates }: Authorities = tls;
  if (getCACertificates !== undefined) return getCACertificates("default");
  const path = env["NODE_EXTRA_CA_CERTS"] || undefined;
  // Node itself warns of a file that it cannot read, and goes on without it.
  const extra = path === undefined ? "" : await readFile(path, "utf8").catch(() => "");
  return extra.includes(CERTIFICATE) ? [...rootCertificates, extra] : rootCertificates;
}

async function readAuthority(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch((error: Error) => {
    throw new UsageError(`--ca cannot be read: ${error.message}`);
  });
  if (text.includes(CERTIFICATE)) return text;
  throw new UsageError(`--ca takes a file of certificates in PEM; ${path} holds none`);
}
