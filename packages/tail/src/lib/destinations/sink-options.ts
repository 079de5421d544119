import type { SinkOptions } from "@keywright/sinks";
import type { Sender } from "../sender.ts";
import type { Job } from "../settings.ts";
import { factsOf, type StreamEvent } from "../streams.ts";
import type { DestinationContext } from "./destination.ts";

/** The options that all sinks of `@keywright/sinks` have. */
export function sinkOptions(job: Job, { clock, toJson, setAside, onEvent }: DestinationContext): SinkOptions<StreamEvent> {
  const { id, time, type } = factsOf(job.stream);
  return {
    stream: job.stream,
    idOf: (event) => Reflect.get(event, id),
    timeOf: textAt(time),
    typeOf: textAt(type),
    toJson,
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
