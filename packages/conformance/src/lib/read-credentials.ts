import { UsageError } from "@keywright/cli-kit";
import { isKeywrightError } from "@keywright/core";
import { eventsEnvironment } from "@keywright/events/node";
import { managementEnvironment } from "@keywright/management/node";
import { vaultEnvironment } from "@keywright/vault/node";
import type { Credentials } from "./session/credentials.ts";
import type { ServiceName } from "./session/settings.ts";

const READERS = { vault: vaultEnvironment, management: managementEnvironment, events: eventsEnvironment };

/** Reads credentials from the client's variables. @throws UsageError if missing or not valid. */
export async function readCredentials(name: ServiceName, env: NodeJS.ProcessEnv): Promise<Credentials> {
  const prefix = `KEYWRIGHT_${name.toUpperCase()}`;
  const [id, secret] = [env[`${prefix}_CLIENT_ID`], env[`${prefix}_CLIENT_SECRET`]];
  try {
    // The address is an option of the program; this one is never called.
    const { token } = READERS[name]({ env: { ...env, [`${prefix}_URL`]: "https://service.invalid", KEYWRIGHT_LOG: "" } });
    const limitedToken = env[`${prefix}_LIMITED_TOKEN`] || undefined;
    if (id && secret && name === "management") return { token: undefined, client: { id, secret }, limitedToken };
    return { token: typeof token === "string" ? token : await token.getToken(), client: undefined, limitedToken };
  } catch (error) {
    if (isKeywrightError(error)) throw new UsageError(error.message);
    throw error;
  }
}
