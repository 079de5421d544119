import type { SinkOptions } from "@keywright/sinks";
import type { Sender } from "../connections/sender.ts";
import type { Job } from "../settings/settings.ts";
import { idOf, type StreamEvent, timeOf, typeOf } from "../events/streams.ts";
import type { SinkContext } from "./sink.ts";

/** The options that all sinks of `@keywright/sinks` have. */
export function sinkOptions(
  { stream }: Job,
  { clock, toJson, deadLetter, onEvent }: Pick<SinkContext, "clock" | "toJson" | "deadLetter" | "onEvent">,
): SinkOptions<StreamEvent> {
  return {
    stream,
    idOf: (event) => idOf(stream, event),
    timeOf: (event) => timeOf(stream, event),
    typeOf: (event) => typeOf(stream, event),
    toJson,
    clock,
    deadLetter,
    onEvent,
  };
}

/** The options of sinks that send HTTP requests. */
export function requestOptions({ transport, fetch }: Sender): Pick<Sender, "transport"> | Pick<Sender, "fetch"> {
  return transport === undefined ? { fetch } : { transport };
}
