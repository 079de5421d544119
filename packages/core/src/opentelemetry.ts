export { openTelemetry } from "./lib/observe/opentelemetry.ts";
export type { OpenTelemetryOptions } from "./lib/observe/opentelemetry.ts";
export type { Attributes, Histogram, OpenTelemetryApi, Span, SpanSettings, TraceContext, Tracer } from "./lib/observe/opentelemetry-api.ts";
