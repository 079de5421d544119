import type { FeedEvent } from "@keywright/core/feeds";
import type { Clock } from "@keywright/core";
import { reasonOf, reasonText } from "./error-message.ts";
import type { Log } from "./log.ts";
import { serviceOf, type StreamName } from "./streams.ts";

/** Logs the progress of the streams. */
export interface Progress {
  note(stream: StreamName, event: FeedEvent): void;
  /** Ends the live line. */
  end(): void;
}

interface State {
  events: number;
  /** Number of pages. */
  setAside: number;
  lagMs: number | undefined;
  doing: string;
  saidAt: number;
  saidEvents: number;
}

const LIVE_EVERY_MS = 200;
const PLAIN_EVERY_MS = 30_000;

/** Creates the progress of streams: a live line on a terminal, otherwise a line from time to time. */
export function createProgress(streams: readonly StreamName[], log: Log, { now }: Clock): Progress {
  const states = new Map<StreamName, State>(
    streams.map((stream) => [stream, { events: 0, setAside: 0, lagMs: undefined, doing: "starting", saidAt: -Infinity, saidEvents: 0 }]),
  );
  let drawnAt = -Infinity;

  const draw = (): void => {
    log.draw([...states].map(([stream, state]) => `${stream}: ${describe(state)}`).join(" | "));
    drawnAt = now();
  };

  return {
    note(stream, event) {
      const state = states.get(stream);
      if (state === undefined) return;
      const before = state.doing;
      update(state, event);
      const isTrouble = event.type === "trouble" || event.type === "no-progress";
      if (isTrouble) sayTrouble(log, stream, event);
      const turned = state.doing !== before;
      if (log.isLive) {
        if (turned || isTrouble || now() - drawnAt >= LIVE_EVERY_MS) draw();
        return;
      }
      const due = state.events > state.saidEvents && now() - state.saidAt >= PLAIN_EVERY_MS;
      if (isTrouble || (!due && (!turned || event.type === "committed"))) return;
      const { events, setAside, lagMs } = state;
      log.say({ level: "info", stream, event: event.type, message: describe(state), details: { events, ...(setAside > 0 ? { setAside } : {}), lagMs } });
      Object.assign(state, { saidAt: now(), saidEvents: events });
    },
    end() {
      if (log.isLive) draw();
      log.end();
    },
  };
}

function sayTrouble(log: Log, stream: StreamName, { type, error, delayMs }: FeedEvent & { readonly type: "trouble" | "no-progress" }): void {
  const reason = reasonOf(error, [serviceOf(stream)]);
  const message = `${reasonText(reason)}, retrying in ${seconds(delayMs)}`;
  log.say({ level: "warn", stream, event: type, message, details: { delayMs, error: reason } });
}

function update(state: State, event: FeedEvent): void {
  switch (event.type) {
    case "standing-by":
      state.doing = "standing by";
      break;
    case "started":
      state.doing =
        event.from === "checkpoint" ? "continuing from the checkpoint" : `starting at ${event.from === "now" ? "the current time" : "the requested time"}`;
      break;
    case "committed":
      state.events += event.events;
      if (event.lagMs !== undefined) state.lagMs = event.lagMs;
      state.doing = "reading";
      break;
    case "set-aside":
      state.setAside += 1;
      break;
    case "idle":
      state.lagMs = 0;
      state.doing = "caught up";
      break;
    case "trouble":
    case "no-progress":
      // The lag is unknown until the service responds again.
      state.lagMs = undefined;
      state.doing = "waiting for the service";
      break;
    case "stopped":
      state.doing = "stopped";
      break;
    // Its error ends the command, which logs it at the end.
    case "handler-failed":
      break;
  }
}

function describe({ events, setAside, lagMs, doing }: State): string {
  const aside = setAside === 0 ? "" : `, ${setAside} pages set aside`;
  return `${events} events${aside}, ${doing}${lagMs === undefined ? "" : `, lag ${seconds(lagMs)}`}`;
}

function seconds(ms: number): string {
  return ms < 120_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.ceil(ms / 60_000)} min`;
}
