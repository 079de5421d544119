import type { Clock } from "@keywright/core";
import { requireFeatures } from "@keywright/events";
import type { Sender } from "../connections/sender.ts";
import { type Connection, eventsClient, type StreamName } from "../events/streams.ts";
import type { Accounts } from "./accounts.ts";
import type { References } from "./references.ts";

/** The connections of the streams of a fleet. */
export interface FleetConnections {
  /** Returns the connection of a stream, with its present token. */
  of(account: string, stream: StreamName): Promise<TokenConnection>;
  /**
   * Returns the account of a token, by the service's own name: a token of another account is then
   * noticed. `undefined` if the service does not name it.
   *
   * @throws KeywrightError if the service rejects the token, or it lacks the stream.
   */
  accountOf(account: string, stream: StreamName, connection: TokenConnection): Promise<string | undefined>;
  /** Remembers that a service rejects the token with which a stream was opened last. */
  reject(account: string, stream: StreamName): void;
  /** Retries the streams whose rejected token has another value now, each until that succeeds. */
  retryRotated(retry: (stream: { readonly account: string; readonly stream: StreamName }) => Promise<unknown>): Promise<void>;
}

/** A connection whose token does not change. */
export type TokenConnection = Connection & { readonly token: string };

interface ConnectionsContext {
  readonly accounts: Accounts;
  readonly references: References;
  readonly sender: Sender;
  readonly clock: Clock;
  readonly maxResponseBytes: number | undefined;
  readonly signal: AbortSignal;
}

/** Creates the connections of a fleet. */
export function createFleetConnections({ accounts, references, sender, clock, maxResponseBytes, signal }: ConnectionsContext): FleetConnections {
  const { fetch, transport } = sender;
  const sending = transport === undefined ? { fetch } : { transport };
  /** The tokens that were checked, with their accounts at the service. */
  const checked = new Map<string, { readonly token: string; readonly account: Promise<string | undefined> }>();
  const rejected = new Map<string, { readonly account: string; readonly stream: StreamName; readonly token: string }>();

  /** The tokens with which the streams were opened last. */
  const opened = new Map<string, string>();

  async function present(account: string, stream: StreamName): Promise<TokenConnection> {
    const { url, token } = accounts.placeOf(account, stream);
    // The schedule of the fleet retries, so that a failing account does not keep its place.
    return { baseUrl: await references.read(url), token: await references.read(token), clock, maxResponseBytes, retry: false, ...sending };
  }

  return {
    async of(account, stream) {
      const connection = await present(account, stream);
      opened.set(keyOf(account, stream), connection.token);
      return connection;
    },
    async accountOf(account, stream, connection) {
      if (stream === "auditlog") return undefined;
      const key = keyOf(account, stream);
      const known = checked.get(key);
      if (known?.token === connection.token) return known.account;
      const named = requireFeatures(eventsClient(connection), [stream], { signal }).then(({ account_uuid: own }) => own);
      checked.set(key, { token: connection.token, account: named });
      named.catch(() => checked.delete(key));
      return named;
    },
    reject(account, stream) {
      const key = keyOf(account, stream);
      const token = opened.get(key);
      if (token !== undefined) rejected.set(key, { account, stream, token });
    },
    async retryRotated(retry) {
      for (const [key, { account, stream, token }] of rejected) {
        const now = await present(account, stream).catch(() => undefined);
        if (now === undefined || now.token === token) continue;
        await retry({ account, stream });
        rejected.delete(key);
      }
    },
  };
}

function keyOf(account: string, stream: StreamName): string {
  return `${stream} ${account}`;
}
