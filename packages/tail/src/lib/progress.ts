import type { FeedEvent } from "@keywright/core/feeds";
import type { StreamName } from "./streams.ts";

/** Where progress is said: standard error. */
export interface Screen {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** Says on a screen how the streams go on. */
export interface Progress {
  note(stream: StreamName, event: FeedEvent): void;
  /** Says a line of its own. */
  say(text: string): void;
  /** Leaves the screen ready for what comes behind it. */
  end(): void;
}

interface State {
  events: number;
  lagMs: number | undefined;
  doing: string;
  saidAt: number;
  saidEvents: number;
}

const LIVE_EVERY_MS = 200;
const PLAIN_EVERY_MS = 30_000;

/**
 * Makes the progress of some streams: one live line on a terminal, a line now and then elsewhere.
 *
 * @param now Milliseconds on a clock that only goes forward.
 */
export function createProgress(streams: readonly StreamName[], screen: Screen, now: () => number): Progress {
  const states = new Map<StreamName, State>(
    streams.map((stream) => [stream, { events: 0, lagMs: undefined, doing: "starting", saidAt: -Infinity, saidEvents: 0 }]),
  );
  const live = screen.isTTY === true;
  let drawnAt = -Infinity;

  const draw = (): void => {
    const text = [...states].map(([stream, state]) => describe(stream, state)).join(" | ");
    screen.write(`\r\u001b[K${text.slice(0, (screen.columns ?? 80) - 1)}`);
    drawnAt = now();
  };
  const say = (text: string): void => void screen.write(live ? `\r\u001b[K${text}\n` : `${text}\n`);

  return {
    say,
    note(stream, event) {
      const state = states.get(stream);
      if (state === undefined) return;
      const before = state.doing;
      update(state, event);
      if (event.type === "trouble") say(`${stream}: ${event.error.code}, asking again in ${seconds(event.delayMs)}`);
      if (live) {
        if (now() - drawnAt >= LIVE_EVERY_MS || state.doing !== before) draw();
        return;
      }
      const turned = state.doing !== before && event.type !== "trouble" && event.type !== "committed";
      const due = state.events > state.saidEvents && now() - state.saidAt >= PLAIN_EVERY_MS;
      if (!turned && !due) return;
      say(describe(stream, state));
      Object.assign(state, { saidAt: now(), saidEvents: state.events });
    },
    end() {
      if (live) {
        draw();
        screen.write("\n");
      }
    },
  };
}

function update(state: State, event: FeedEvent): void {
  switch (event.type) {
    case "standing-by":
      state.doing = "standing by";
      break;
    case "started":
      state.doing = event.from === "checkpoint" ? "going on from the checkpoint" : `beginning at ${event.from === "now" ? "the present" : "the given time"}`;
      break;
    case "committed":
      state.events += event.events;
      if (event.lagMs !== undefined) state.lagMs = event.lagMs;
      state.doing = "reading";
      break;
    case "idle":
      state.doing = "caught up";
      break;
    case "trouble":
    case "no-progress":
      state.doing = "waiting for the service";
      break;
    case "stopped":
      state.doing = "stopped";
      break;
    default:
  }
}

function describe(stream: StreamName, { events, lagMs, doing }: State): string {
  return `${stream}: ${events} events, ${doing}${lagMs === undefined ? "" : `, lag ${seconds(lagMs)}`}`;
}

function seconds(ms: number): string {
  return ms < 120_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.ceil(ms / 60_000)} min`;
}
