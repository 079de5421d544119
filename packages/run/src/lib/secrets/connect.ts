import { readAuthorities } from "@keywright/cli-kit";
import type { Clock } from "@keywright/core";
import { platformClock } from "@keywright/core/client";
import { httpTransport, nodeTransport, readEnvironment, type ServiceEnvironment } from "@keywright/core/node";
import { createVaultClient, isKeywrightError, type VaultClient } from "@keywright/vault";
import type { OfflineCopy, OfflineCopyEvent } from "@keywright/vault/cache";
import { resolveSecrets } from "@keywright/vault/references";
import type { Network, OfflineSettings } from "../command/arguments.ts";
import { problemsOf, referencesOf, UnresolvedError, type ValueOf } from "./resolve.ts";
import type { Source } from "./wanted.ts";

// Node takes a tenth of its start to load `performance`.
const CLOCK: Clock = { ...platformClock, now: () => process.uptime() * 1000 };

const PROXIES = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"];

/**
 * Creates the client of the environment, with its proxies. Bun's and Deno's own `fetch` uses them.
 *
 * @throws ConfigurationError for its variables and `--proxy`; UsageError for `--ca`.
 */
export async function connect(env: NodeJS.ProcessEnv, { proxy, ca, allowInsecureHttp }: Network): Promise<VaultClient> {
  const options = { ...environmentOf(env), allowInsecureHttp, clock: CLOCK };
  const hasProxy = !("bun" in process.versions) && PROXIES.some((name) => env[name]);
  const isDirect = proxy === undefined && !hasProxy;
  const isNode = !["bun", "deno"].some((runtime) => runtime in process.versions);
  if (isDirect && !isNode && ca === undefined) return createVaultClient(options);
  const authorities = await readAuthorities(ca, env);
  // Node takes longer to load fetch or undici than to do the rest.
  const transport = isDirect && isNode ? httpTransport({ ca: authorities }) : await nodeTransport({ proxy, ca: authorities, withoutUndici: "fetch" });
  return createVaultClient({ ...options, transport });
}

/** Returns the copy of the last secrets, if there is to be one. */
export async function offlineCopyFor(env: NodeJS.ProcessEnv, offline: OfflineSettings | undefined): Promise<OfflineCopy | undefined> {
  if (offline === undefined) return undefined;
  const { path, ...times } = offline;
  const { offlineCopy } = await import("./lazy-offline.ts");
  return offlineCopy(path, { ...environmentOf(env), ...times });
}

/** From `@keywright/vault/node`, it would come with all that offline copies need. */
function environmentOf(env: NodeJS.ProcessEnv): ServiceEnvironment {
  return readEnvironment({ service: "vault", prefix: "KEYWRIGHT_VAULT" }, { env });
}

/** Where secrets are read from. */
export interface Access {
  readonly network: Network;
  readonly scheme: string;
  readonly offline: OfflineSettings | undefined;
}

/**
 * Reads the secrets of texts, each item once. Without references, no vault is needed.
 *
 * @throws UnresolvedError with all problems; another KeywrightError if the service fails.
 */
export async function readSecrets(
  source: Pick<Source, "wanted" | "problems">,
  env: NodeJS.ProcessEnv,
  { network, scheme, offline }: Access,
  { clock = platformClock, onEvent }: { readonly clock?: Clock | undefined; readonly onEvent: (event: OfflineCopyEvent) => void },
): Promise<ValueOf> {
  const references = referencesOf(source.wanted);
  const values = references.length === 0 ? {} : await resolve();
  if (source.problems.length > 0) throw new UnresolvedError(source.problems);
  return (reference) => values[reference] ?? "";

  async function resolve(): Promise<{ readonly [reference: string]: string }> {
    try {
      const client = await connect(env, network);
      const copy = await (await offlineCopyFor(env, offline))?.open(client, { clock, onEvent });
      const named = Object.fromEntries(references.map((reference) => [reference, reference]));
      if (copy === undefined) return await resolveSecrets(client, named, { scheme });
      return await copy.read(() => resolveSecrets(copy.client, named, { scheme }));
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
