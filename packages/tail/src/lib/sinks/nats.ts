import type { JetStreamClient } from "@nats-io/jetstream";
import type { ConnectionOptions, NatsConnection } from "@nats-io/transport-node";
import { loadOptional } from "../connections/optional-package.ts";
import { readSecret } from "../connections/secrets.ts";
import { sinkLabel } from "../settings/settings.ts";
import type { SinkContext, OpenSink } from "./sink.ts";
import { sinkOptions } from "./sink-options.ts";

/** A stream of NATS JetStream, once within its `duplicate_window`. */
export const openNats: OpenSink<{ readonly url: string }> = async (job, { url: address }, context) => {
  const { natsSink } = await import("@keywright/sinks/nats");
  const url = new URL(address);
  const connect = await connector(url, sinkLabel(job), context);
  let opened: Promise<{ readonly connection: NatsConnection; readonly client: JetStreamClient }> | undefined;

  /** Connects with the first event and after failures, because the server can start later. */
  function open(): NonNullable<typeof opened> {
    const forget = (): void => void (opened = undefined);
    if (opened === undefined) {
      opened = connect();
      opened.then(({ connection }) => connection.closed().then(forget), forget);
    }
    return opened;
  }

  const sink = natsSink({
    ...sinkOptions(job, context),
    client: {
      publish: async (...message) => (await open()).client.publish(...message),
      jetstreamManager: async (checkAPI) => (await open()).client.jetstreamManager(checkAPI),
    },
    subject: url.pathname.slice(1),
  });
  return {
    handle: sink.handle,
    store: context.store,
    async close() {
      await sink.close();
      const { connection } = (await opened?.catch(() => undefined)) ?? {};
      await connection?.close();
    },
  };
};

/** Returns a function that connects to a server. */
async function connector(url: URL, label: string, { env, sender }: SinkContext) {
  const [core, { jetstream }] = await loadOptional("an address of NATS", "@nats-io/transport-node @nats-io/jetstream", () =>
    Promise.all([import("@nats-io/transport-node"), import("@nats-io/jetstream")]),
  );
  const [pass, token, credentials] = await Promise.all((["PASSWORD", "TOKEN", "CREDENTIALS"] as const).map((secret) => readSecret(env, label, secret)));
  const isEncrypted = url.protocol === "tls:";
  const { authorities } = sender;
  const options: ConnectionOptions = {
    servers: url.host,
    // A connection that was open is restored for as long as it takes.
    maxReconnectAttempts: -1,
    ...(isEncrypted ? { tls: authorities === undefined ? {} : { ca: authorities.join("\n") } } : {}),
    ...(pass === undefined ? {} : { user: decodeURIComponent(url.username), pass }),
    ...(token === undefined ? {} : { token }),
    ...(credentials === undefined ? {} : { authenticator: core.credsAuthenticator(new TextEncoder().encode(credentials)) }),
  };
  return async () => {
    const connection = await core.connect(options);
    return { connection, client: jetstream(connection) };
  };
}
