import { eventLine } from "../event-line.ts";
import { textOf } from "../event-text.ts";
import { readSecret } from "../secrets.ts";
import { sinkLabel } from "../settings.ts";
import type { Open } from "./destination.ts";
import { sinkOptions } from "./sink-options.ts";

/** Requests to any address, at least once. */
export const openHttp: Open<{ readonly url: string }> = async (job, { url }, context) => {
  const { httpSink } = await import("@keywright/sinks/http");
  const { stream, sink } = job;
  const { transport, fetch } = context.sender;
  const [token, signingSecret] = await Promise.all([
    readSecret(context.env, sinkLabel(job), "TOKEN"),
    readSecret(context.env, sinkLabel(job), "SIGNING_SECRET"),
  ]);
  const { handle, close } = httpSink({
    ...sinkOptions(job, context),
    toJson: (event) => eventLine(stream, event, textOf(event)),
    url,
    format: sink.format,
    signingSecret,
    ...(transport === undefined ? { fetch } : { transport }),
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  });
  return {
    write: async (batch, call) => void (await handle(batch, call)),
    storeWith: (store) => store,
    close,
  };
};
