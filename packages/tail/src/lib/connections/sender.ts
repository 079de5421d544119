import { readAuthorities } from "@keywright/cli-kit";
import type { ClientOptions } from "@keywright/core";
import { nodeTransport } from "@keywright/core/node";
import type { Settings } from "../settings/settings.ts";
import type { CommandContext } from "../settings/command-context.ts";

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
  const authorities = await readAuthorities(ca, env);
  if (fetch !== undefined) return { fetch, authorities };
  const transport = await nodeTransport({
    proxy,
    ca: authorities,
    // Bun has another undici: there the command works without these two options.
    withoutUndici: "fetch",
  });
  return { transport, fetch: transport.fetch, authorities };
}
