import { readHeaders } from "../connections/headers.ts";
import { readSecret } from "../connections/secrets.ts";
import { sinkLabel } from "../settings/settings.ts";
import { httpAddress } from "../settings/sink-kinds.ts";
import type { OpenSink } from "./sink.ts";
import { requestOptions, sinkOptions } from "./sink-options.ts";

const HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";

/** A receiver of OpenTelemetry's logs, at least once. */
export const openOtlp: OpenSink<{ readonly url: string }> = async (job, { url: address }, context) => {
  const { env, sender, store } = context;
  const { otlpSink } = await import("@keywright/sinks/otlp");
  const token = await readSecret(env, sinkLabel(job), "TOKEN");
  const url = new URL(httpAddress(address));
  // "OTLP Exporter", "Endpoint URLs for OTLP/HTTP": the path of logs, if an address has none.
  if (url.pathname === "/") url.pathname = "/v1/logs";
  const { handle, close } = otlpSink({
    ...sinkOptions(job, context),
    ...requestOptions(sender),
    url: url.href,
    headers: { ...readHeaders(HEADERS, env[HEADERS] ?? ""), ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
  });
  return { handle, store, close };
};
