export { CHANNELS, publishEvents } from "./lib/node/diagnostics-channel.ts";
