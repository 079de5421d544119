import { readAuthorities } from "@keywright/cli-kit";
import { nodeTransport } from "@keywright/core/node";
import { createVaultClient, isKeywrightError, type VaultClient } from "@keywright/vault";
import { vaultEnvironment } from "@keywright/vault/node";
import { resolveSecrets } from "@keywright/vault/references";
import type { Network, Settings } from "../command/arguments.ts";
import { problemsOf, referencesOf, UnresolvedError, type ValueOf } from "./resolve.ts";
import type { Source } from "./wanted.ts";

const PROXIES = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"];

/**
 * Creates the client of the environment, with its proxies: in most versions of Node, `fetch`
 * ignores them. Bun's does not.
 *
 * @throws ConfigurationError for its variables and `--proxy`; UsageError for `--ca`.
 */
export async function connect(env: NodeJS.ProcessEnv, { proxy, ca, allowInsecureHttp }: Network): Promise<VaultClient> {
  const options = { ...vaultEnvironment({ env }), allowInsecureHttp };
  const hasProxy = !("bun" in process.versions) && PROXIES.some((name) => env[name]);
  // undici only loads if needed: that takes about as long as the rest of the program.
  if (proxy === undefined && ca === undefined && !hasProxy) return createVaultClient(options);
  return createVaultClient({ ...options, transport: await nodeTransport({ proxy, ca: await readAuthorities(ca, env), withoutUndici: "fetch" }) });
}

/**
 * Reads the secrets of texts, each item once. Without references, no vault is needed.
 *
 * @throws UnresolvedError with all problems; another KeywrightError if the service fails.
 */
export async function readSecrets(
  source: Pick<Source, "wanted" | "problems">,
  env: NodeJS.ProcessEnv,
  { network, scheme }: Pick<Settings, "network" | "scheme">,
): Promise<ValueOf> {
  const references = referencesOf(source.wanted);
  const values = references.length === 0 ? {} : await resolve();
  if (source.problems.length > 0) throw new UnresolvedError(source.problems);
  return (reference) => values[reference] ?? "";

  async function resolve(): Promise<{ readonly [reference: string]: string }> {
    try {
      return await resolveSecrets(await connect(env, network), Object.fromEntries(references.map((reference) => [reference, reference])), { scheme });
    } catch (error) {
      throw unresolvedIn(error, source) ?? error;
    }
  }
}

/**
 * Returns the problems of references by the texts that need them; `undefined` for another error.
 *
 * @param referenceOf The reference that a failure is about.
 */
export function unresolvedIn(
  error: unknown,
  { wanted, problems }: Pick<Source, "wanted" | "problems">,
  referenceOf = (name: string): string => name,
): UnresolvedError | undefined {
  if (!isKeywrightError(error, "unresolved-references")) return undefined;
  const { failures = {} } = error as { readonly failures?: { readonly [name: string]: string } };
  const reasons = Object.fromEntries(Object.entries(failures).map(([name, reason]) => [referenceOf(name), reason]));
  return new UnresolvedError([...problems, ...problemsOf(wanted, reasons)]);
}
