import { readSecret } from "../connections/secrets.ts";
import { sinkLabel } from "../settings/settings.ts";
import type { OpenSink } from "./sink.ts";
import { requestOptions, sinkOptions } from "./sink-options.ts";

/** Requests to any address, at least once. */
export const openHttp: OpenSink<{ readonly url: string }> = async (job, { url }, context) => {
  const { env, sender, store } = context;
  const { httpSink } = await import("@keywright/sinks/http");
  const token = await readSecret(env, sinkLabel(job), "TOKEN");
  const { handle, close } = httpSink({
    ...sinkOptions(job, context),
    ...requestOptions(sender),
    url,
    format: job.sink.body,
    signingSecret: await readSecret(env, sinkLabel(job), "SIGNING_SECRET"),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  return { handle, store, close };
};
