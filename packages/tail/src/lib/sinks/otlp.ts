import { UsageError } from "@keywright/cli-kit";
import { fitsHeader, readSecret } from "../connections/secrets.ts";
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
    headers: { ...headersOf(env[HEADERS] ?? ""), ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
  });
  return { handle, store, close };
};

/** Reads the variable of OpenTelemetry: `name=value,name=value`, percent-encoded. */
function headersOf(text: string): { readonly [name: string]: string } {
  const pairs = text.split(",").filter((pair) => pair.trim() !== "");
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        const [, name = "", value = ""] = /^\s*([^=\s]+)\s*=(.*)$/.exec(pair) ?? [];
        const decoded = decodeURIComponent(value.trim());
        if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !fitsHeader(decoded)) throw new Error("not a header");
        return [name, decoded];
      }),
    );
  } catch {
    throw new UsageError(`${HEADERS} must be name=value pairs with commas between, percent-encoded, of ASCII characters: correct it`);
  }
}
