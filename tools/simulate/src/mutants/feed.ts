import type { Mutant } from "../bundle.ts";

const FEED = "core/src/lib/feed/create-feed.ts";
const FOLLOW = "core/src/lib/feed/follow.ts";
const HANDLE = "core/src/lib/feed/handle-batch.ts";
const CLOCK = "core/src/lib/clock.ts";
const HAND_OVER = "if (events.length > 0) yield { events, position, lagMs };";
const SAVE = "version = await checkpoint.save(position, version);";

/** Faults of feeds. */
export const feedMutants: readonly Mutant[] = [
  {
    id: "save-before-hand-over",
    file: FEED,
    from: HAND_OVER,
    to: `${SAVE} ${HAND_OVER} if (events.length >= 0) { emit({ type: "committed", stream, events: 0, repeated: 0, lagMs, durationMs: 0 }); continue; }`,
  },
  { id: "ids-before-hand-over", file: FEED, from: HAND_OVER, to: `repeatedIds.remember(events); ${HAND_OVER}` },
  { id: "save-not-awaited", file: FEED, from: SAVE, to: "void checkpoint.save(position, version).catch(() => {}); version += 1;" },
  { id: "goes-on-after-failed-save", file: FEED, from: SAVE, to: "version = await checkpoint.save(position, version).catch(() => version);" },
  { id: "begin-not-saved", file: FEED, from: "await checkpoint.save({ since }, 0) }", to: "0 }" },
  { id: "checkpoint-not-released", file: FEED, from: "await checkpoint.release();\n      emit(", to: "emit(" },
  {
    id: "last-event-dropped",
    file: FEED,
    from: "repeatedIds.withoutRepeated(items);",
    to: "repeatedIds.withoutRepeated(items.slice(0, Math.max(1, items.length - 1)));",
  },
  {
    id: "events-sorted-by-time",
    file: FEED,
    from: "for await (const { items, resumeAt, bad } of pages) {",
    to: 'for await (const { items: given, resumeAt, bad } of pages) { const items = [...given].sort((a, b) => ((timeOf(a) ?? "") < (timeOf(b) ?? "") ? -1 : 1));',
  },
  {
    id: "events-before-the-last-left-out",
    file: FEED,
    from: "repeatedIds.withoutRepeated(items);",
    to: 'repeatedIds.withoutRepeated(items.filter((event) => (timeOf(event) ?? "") >= (lastEventOf(position) ?? "")));',
  },
  { id: "caught-up-too-early", file: FOLLOW, from: "if (moved) yield page;", to: "if (moved) yield page; if (context.untilCaughtUp) return;" },
  { id: "retry-after-unbounded", file: FOLLOW, from: "Math.min(askedMs, MAX_RETRY_AFTER_MS)", to: "askedMs" },
  { id: "no-wait-after-failure", file: FOLLOW, from: "await wait(clock, delayAfter(error), signal);", to: "delayAfter(error);" },
  { id: "ends-by-temporary-failure", file: FOLLOW, from: "if (!isTemporary(error, responded)) throw error;", to: "throw error;" },
  { id: "no-poll-interval", file: FOLLOW, from: "pollIntervalMs * (1 - clock.random() / 5)", to: "0" },
  { id: "polls-too-late", file: FOLLOW, from: "pollIntervalMs * (1 - clock.random() / 5)", to: "pollIntervalMs * 60" },
  { id: "position-not-moved", file: FOLLOW, from: "        position = { cursor: page.resumeAt };\n", to: "" },
  { id: "failed-batch-committed", file: HANDLE, from: 'if (onPoison === "stop") throw error;', to: 'if (onPoison === "stop") return true;' },
  {
    id: "abandoned-batch-committed",
    file: HANDLE,
    from: "return (await withinGrace((grace) => handler(batch, { attempt, signal: grace }), context)) !== ABANDONED;",
    to: "await withinGrace((grace) => handler(batch, { attempt, signal: grace }), context); return true;",
  },
  { id: "grace-timer-left", file: HANDLE, from: "if (timer !== undefined) clock.clear(timer);", to: "" },
  { id: "wait-ignores-stop", file: CLOCK, from: "forget = signal && onAbort(signal, end);", to: "void signal;" },
  { id: "wait-leaves-timer", file: CLOCK, from: "      clock.clear(timer);\n      forget?.();", to: "      forget?.();" },
  { id: "wait-leaves-listener", file: CLOCK, from: "      forget?.();\n      resolve();", to: "      resolve();" },
];
