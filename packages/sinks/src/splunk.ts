export { splunkSink } from "./lib/splunk/splunk-sink.ts";
export type { SplunkSinkOptions } from "./lib/splunk/splunk-sink.ts";
