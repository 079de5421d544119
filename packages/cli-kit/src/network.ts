import { readFile } from "node:fs/promises";
import { UsageError } from "./usage-error.ts";

const CERTIFICATE = "-----BEGIN CERTIFICATE-----";

/** The certificate authorities of `node:tls` in all supported versions of Node. */
interface Authorities {
  readonly rootCertificates: readonly string[];
  readonly getCACertificates?: (type: "default") => string[];
}

/**
 * Returns the certificate authorities to trust with `--ca`: its own, next to those of Node.
 *
 * @param ca The path of a file in PEM. Absent: the authorities of Node, so `undefined`.
 * @throws UsageError if it has no readable certificate.
 */
export async function readAuthorities(ca: string | undefined, env: NodeJS.ProcessEnv): Promise<readonly string[] | undefined> {
  if (ca === undefined) return undefined;
  const text = await readFile(ca, "utf8").catch((error: Error) => {
    throw new UsageError(`--ca cannot be read: ${error.message}`);
  });
  if (text.includes(CERTIFICATE)) return [...(await defaultAuthorities(env)), text];
  throw new UsageError(`--ca must be a file of certificates in PEM; ${ca} contains none`);
}

/** Returns the authorities that Node trusts. Before Node 22.15, this reads NODE_EXTRA_CA_CERTS. */
async function defaultAuthorities(env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const { rootCertificates, getCACertificates }: Authorities = await import("node:tls");
  if (getCACertificates !== undefined) return getCACertificates("default");
  const path = env["NODE_EXTRA_CA_CERTS"] || undefined;
  // Node warns about a file that it cannot read, and continues without it.
  const extra = path === undefined ? "" : await readFile(path, "utf8").catch(() => "");
  return extra.includes(CERTIFICATE) ? [...rootCertificates, extra] : rootCertificates;
}

/** Returns the address of a proxy, which the library checks further. @throws UsageError */
export function readProxy(name: string, address: string): string {
  if (URL.canParse(address) && new URL(address).password !== "")
    throw new UsageError(`${name} contains a password, which other users of this machine can read: remove it, and set HTTPS_PROXY in the environment`);
  return address;
}
