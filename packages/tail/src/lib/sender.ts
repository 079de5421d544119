import { readFile } from "node:fs/promises";
import { rootCertificates } from "node:tls";
import type { ClientOptions } from "@keywright/core";
import { nodeTransport } from "@keywright/core/node";
import type { Settings } from "./arguments.ts";
import { UsageError } from "./usage-error.ts";

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
export async function createSender({ proxy, ca }: Pick<Settings, "proxy" | "ca">): Promise<Sender> {
  const transport = await nodeTransport({
    proxy,
    ...(ca === undefined ? {} : { ca: [...rootCertificates, await readAuthority(ca)] }),
    // Bun has another undici: there the command works as well, without these two options.
    withoutUndici: "fetch",
  });
  return { transport, fetch: transport.fetch };
}

async function readAuthority(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch((error: Error) => {
    throw new UsageError(`--ca cannot be read: ${error.message}`);
  });
  if (text.includes("-----BEGIN CERTIFICATE-----")) return text;
  throw new UsageError(`--ca takes a file of certificates in PEM; ${path} holds none`);
}
