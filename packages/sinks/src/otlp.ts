export { otlpSink } from "./lib/otlp/otlp-sink.ts";
export type { OtlpSinkOptions } from "./lib/otlp/otlp-sink.ts";
