export { natsSink } from "./lib/nats/nats-sink.ts";
export type { JetStreamPublisher, NatsSinkOptions } from "./lib/nats/nats-sink.ts";
