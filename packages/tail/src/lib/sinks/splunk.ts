import { UsageError } from "@keywright/cli-kit";
import { readSecret, variable } from "../connections/secrets.ts";
import { sinkLabel } from "../settings/settings.ts";
import { httpAddress } from "../settings/sink-kinds.ts";
import type { OpenSink } from "./sink.ts";
import { requestOptions, sinkOptions } from "./sink-options.ts";

/** The HTTP Event Collector of Splunk, at least once, with indexer acknowledgement. */
export const openSplunk: OpenSink<{ readonly url: string }> = async (job, { url }, context) => {
  const { splunkSink } = await import("@keywright/sinks/splunk");
  const label = sinkLabel(job);
  const token = await readSecret(context.env, label, "TOKEN");
  if (token === undefined) throw new UsageError(`the environment lacks ${variable(label, "TOKEN")}, a token of the HTTP Event Collector: set it`);
  const { index, source, sourcetype } = job.sink;
  const { handle, close } = splunkSink({
    ...sinkOptions(job, context),
    ...requestOptions(context.sender),
    url: httpAddress(url),
    token,
    index,
    source,
    sourcetype,
  });
  return { handle, store: context.store, close };
};
