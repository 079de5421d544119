import type { Automaton } from "./automaton.ts";

/** The state of an automaton in a text, and where the text's last bytes begin in the output. */
export interface Track {
  state: number;
  /** The number of bytes that were read. */
  count: number;
  /** A ring, longer than the state's depth: by the count of a byte, the place where it begins. */
  starts: Float64Array;
}

/** The length is a power of 2. */
const FIRST_LENGTH = 8;

/** Creates a track at its start. */
export function createTrack(): Track {
  return { state: 0, count: 0, starts: new Float64Array(FIRST_LENGTH) };
}

/** Reads a byte. Returns where the longest string that ends with it begins; -1 if none does. */
export function readByte(track: Track, automaton: Automaton, byte: number, start: number): number {
  track.state = automaton.next(track.state, byte);
  track.count += 1;
  if (track.state === 0) return -1;
  if (automaton.depth(track.state) >= track.starts.length) copyStarts(track, track, automaton, track.starts.length * 2);
  track.starts[track.count & (track.starts.length - 1)] = start;
  const length = automaton.matched(track.state);
  return length === 0 ? -1 : startOf(track, length);
}

/** Where the last bytes begin; infinite if there are none. */
export function startOf({ starts, count }: Track, length: number): number {
  return length === 0 ? Infinity : (starts[(count - length + 1) & (starts.length - 1)] ?? 0);
}

/** Continues a track where another one is. */
export function copyTrack(from: Track, to: Track, automaton: Automaton): void {
  to.state = from.state;
  to.count = from.count;
  copyStarts(from, to, automaton, to.starts.length < from.starts.length ? from.starts.length : 0);
}

/** @param length A new length of the ring, or 0. */
function copyStarts(from: Track, to: Track, automaton: Automaton, length: number): void {
  const starts = length === 0 ? to.starts : new Float64Array(length);
  for (let each = automaton.depth(from.state); each > 0; each -= 1) starts[(from.count - each + 1) & (starts.length - 1)] = startOf(from, each);
  to.starts = starts;
}
