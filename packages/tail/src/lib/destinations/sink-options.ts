import type { SinkOptions } from "@keywright/sinks";
import { eventLine } from "../event-line.ts";
import { textOf } from "../event-text.ts";
import type { Sender } from "../sender.ts";
import type { Job } from "../settings.ts";
import { factsOf, type StreamEvent } from "../streams.ts";
import type { DestinationContext } from "./destination.ts";

/** The options that all sinks of `@keywright/sinks` have. */
export function sinkOptions(job: Job, { clock, setAside, onEvent }: DestinationContext): SinkOptions<StreamEvent> {
  const { id, time, type } = factsOf(job.stream);
  return {
    stream: job.stream,
    idOf: (event) => Reflect.get(event, id),
    timeOf: textAt(time),
    typeOf: textAt(type),
    toJson: (event) => eventLine(job.stream, event, textOf(event)),
    clock,
    setAside,
    onEvent,
  };
}

/** The options of sinks that send HTTP requests. */
export function requestOptions({ transport, fetch }: Sender): Pick<Sender, "transport"> | Pick<Sender, "fetch"> {
  return transport === undefined ? { fetch } : { transport };
}

function textAt(name: string): (event: StreamEvent) => string | undefined {
  return (event) => {
    const value: unknown = Reflect.get(event, name);
    return typeof value === "string" ? value : undefined;
  };
}
