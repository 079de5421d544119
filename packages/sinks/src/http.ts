export { httpSink } from "./lib/http/http-sink.ts";
export type { HttpSinkOptions } from "./lib/http/http-sink.ts";
