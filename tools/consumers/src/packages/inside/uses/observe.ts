import { openTelemetry } from "@keywright/core/opentelemetry";
import { createVaultClient } from "@keywright/vault";
import { context, metrics, propagation, type Span, trace, type Tracer } from "@opentelemetry/api";
import { expectSame, type Services } from "../program.ts";

const PARENT = { traceId: "0123456789abcdef0123456789abcdef", spanId: "0123456789abcdef", traceFlags: 1 };

/** Traces a call with the project's `@opentelemetry/api`, and checks its spans and the header that it sends. */
export async function observe({ vault: { baseUrl, token } }: Services): Promise<string> {
  const names: string[] = [];
  const startSpan = (name: string): Span => {
    names.push(name);
    return trace.wrapSpanContext(PARENT);
  };
  trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan }) as unknown as Tracer });
  propagation.setGlobalPropagator({
    inject: (within, carrier, { set }) => set(carrier, "traceparent", `00-${trace.getSpanContext(within)?.traceId}-${PARENT.spanId}-01`),
    extract: (within) => within,
    fields: () => ["traceparent"],
  });
  const sent: (string | null)[] = [];
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    sent.push(new Headers(init.headers).get("traceparent"));
    return globalThis.fetch(url, init);
  };
  await createVaultClient({ baseUrl, token, fetch, onEvent: openTelemetry({ context, metrics, propagation, trace }) }).listVaults();
  expectSame("the spans of a call", names.join(), `listVaults,GET ${new URL(baseUrl).pathname.replace(/\/$/, "")}/v1/vaults`);
  expectSame("the trace that is sent", sent.join(), `00-${PARENT.traceId}-${PARENT.spanId}-01`);
  return `${names.length} spans`;
}
