import type { ClientEvent, ClientOptions } from "@keywright/core";
import type { FakeClock } from "../clocks.ts";

/** Options that let a client's waits take no time, and the waits that it made, in milliseconds. */
export interface Stepping {
  readonly options: Pick<ClientOptions, "clock" | "onEvent">;
  readonly waits: readonly number[];
}

/** Moves a fake clock on by each wait as soon as it has begun. */
export function withStepping(clock: FakeClock): Stepping {
  const waits: number[] = [];
  const onEvent = (event: ClientEvent): void => {
    if (event.type !== "retry") return;
    waits.push(event.delayMs);
    setImmediate(() => clock.advance(event.delayMs));
  };
  return { options: { clock, onEvent }, waits };
}
