import { type Automaton, createAutomaton } from "./automaton.ts";

const MASK = Buffer.from("[secret]");

/** Masks secrets in the bytes of one output. */
export interface Masker {
  /** Returns the masked bytes that are certain. At most the longest end of the text that begins a secret is held back. */
  write(bytes: Uint8Array): Buffer;
  /** Returns the masked rest at the end of the output. */
  end(): Buffer;
  /** Also masks these secrets from here on. */
  add(secrets: readonly Uint8Array[]): void;
}

/** A part of the held bytes that secrets cover. A negative start: its mask is already written. */
interface Hidden {
  readonly start: number;
  readonly end: number;
}

/** Creates a masker. Secrets that overlap become one `[secret]`, so the result does not depend on how the output is split. */
export function createMasker(secrets: readonly Uint8Array[]): Masker {
  let known = [...secrets];
  // Built when the first bytes come, so that the command starts before.
  let automaton: Automaton | undefined;
  let state = 0;
  let held = Buffer.alloc(0);
  let hidden: Hidden[] = [];

  /** Finds secrets, and returns the number of bytes at the end that begin one. */
  function scan(text: Uint8Array, from: number): number {
    automaton ??= createAutomaton(known);
    for (let index = from; index < text.length; index += 1) {
      state = automaton.next(state, text[index] ?? 0);
      const length = automaton.matched(state);
      if (length > 0) hide(index + 1 - length, index + 1);
    }
    return automaton.open(state);
  }

  function hide(start: number, end: number): void {
    let all = { start, end };
    for (let last = hidden.at(-1); last !== undefined && last.end > start; last = hidden.at(-1)) {
      all = { start: Math.min(all.start, last.start), end: Math.max(all.end, last.end) };
      hidden.pop();
    }
    hidden.push(all);
  }

  /** Returns the masked text up to `certain`, and holds the rest. */
  function release(text: Buffer, certain: number): Buffer {
    const parts: Uint8Array[] = [];
    let done = 0;
    for (const { start, end } of hidden) {
      if (start >= certain) break;
      if (start >= 0) parts.push(text.subarray(done, start), MASK);
      done = Math.min(end, certain);
    }
    parts.push(text.subarray(done, certain));
    hidden = hidden.filter(({ end }) => end > certain).map(({ start, end }) => ({ start: start - certain, end: end - certain }));
    held = Buffer.from(text.subarray(certain));
    return Buffer.concat(parts);
  }

  return {
    write(bytes) {
      const text = Buffer.concat([held, bytes]);
      const open = scan(text, held.length);
      return release(text, text.length - open);
    },
    end() {
      state = 0;
      return release(held, held.length);
    },
    add(more) {
      known = [...known, ...more];
      automaton = undefined;
      state = 0;
      hidden = hidden.filter(({ start }) => start < 0);
      if (held.length > 0) scan(held, 0);
    },
  };
}
