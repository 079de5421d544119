export { openTelemetry } from "./lib/opentelemetry.ts";
export type { OpenTelemetryOptions } from "./lib/opentelemetry.ts";
export type { Attributes, Histogram, OpenTelemetryApi, Span, SpanSettings, TraceContext, Tracer } from "./lib/opentelemetry-api.ts";
