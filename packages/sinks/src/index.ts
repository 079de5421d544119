export { createSink } from "./lib/create-sink.ts";
export type { PartedSinkOptions } from "./lib/create-sink.ts";
export { isSinkError, SinkError } from "./lib/sink-error.ts";
export type { SinkErrorCode, SinkErrorDetails } from "./lib/sink-error.ts";
export type { Part, PartResult, Sink, SinkCounters, SinkEvent, SinkOptions, SinkRecord, Target } from "./lib/sink.ts";
