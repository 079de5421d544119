import { readHeaders } from "../connections/headers.ts";
import { readSecret, variable } from "../connections/secrets.ts";
import { sinkLabel } from "../settings/settings.ts";
import type { OpenSink } from "./sink.ts";
import { requestOptions, sinkOptions } from "./sink-options.ts";

/** Requests to any address, at least once. */
export const openHttp: OpenSink<{ readonly url: string }> = async (job, { url }, context) => {
  const { env, sender, store } = context;
  const { httpSink } = await import("@keywright/sinks/http");
  const label = sinkLabel(job);
  const [token, headers] = await Promise.all([readSecret(env, label, "TOKEN"), readSecret(env, label, "HEADERS")]);
  const { handle, close } = httpSink({
    ...sinkOptions(job, context),
    ...requestOptions(sender),
    url,
    format: job.sink.body,
    signingSecret: await readSecret(env, label, "SIGNING_SECRET"),
    headers: { ...readHeaders(variable(label, "HEADERS"), headers ?? ""), ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
  });
  return { handle, store, close };
};
