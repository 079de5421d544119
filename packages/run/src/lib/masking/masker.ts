import { createAutomaton } from "./automaton.ts";
import { KINDS } from "./base64.ts";
import { isWord } from "./escapes.ts";
import type { Patterns } from "./patterns.ts";
import { createReader, type Finders } from "./view.ts";

const MASK = Buffer.from("[secret]");

/** Masks secrets in the bytes of one output. */
export interface Masker {
  /** Returns the masked bytes that are certain; the longest end that begins a secret is kept. */
  write(bytes: Uint8Array): Buffer;
  /** Returns the masked rest at the end of the output. */
  end(): Buffer;
  /** Masks the secrets of other finders from here on, also if they begin in kept bytes. */
  use(finders: () => Finders): void;
}

/** A part of the output that secrets cover. Its mask is written if it begins before kept bytes. */
interface Hidden {
  readonly start: number;
  readonly end: number;
}

/** Returns the finders, which are built at the first call so that the command starts earlier. */
export function findersOf(patterns: () => Patterns): () => Finders {
  let finders: Finders | undefined;
  function build(): Finders {
    const { text, base64 } = patterns();
    const canBeginEscaped = [...text, ...base64].some((pattern) => !isWord(pattern.charCodeAt(0)));
    return { text: createAutomaton(text), base64: createAutomaton(base64, KINDS), canBeginEscaped };
  }
  return () => (finders ??= build());
}

/** Creates a masker. Overlapping secrets become one `[secret]`, however the output is split. */
export function createMasker(finders: () => Finders): Masker {
  let find = finders;
  // Created when the first bytes come.
  let reader: ReturnType<typeof createReader> | undefined;
  let held = Buffer.alloc(0);
  /** The place of the first held byte. */
  let base = 0;
  /** In their order. */
  let hidden: Hidden[] = [];

  function hide(start: number, end: number): void {
    let from = hidden.length;
    while (from > 0 && (hidden[from - 1]?.end ?? 0) > start) from -= 1;
    let to = from;
    let all = { start, end };
    for (let other = hidden[to]; other !== undefined && other.start < end; other = hidden[to]) {
      all = { start: Math.min(all.start, other.start), end: Math.max(all.end, other.end) };
      to += 1;
    }
    hidden.splice(from, to - from, all);
  }

  /** Returns the masked text up to `certain`, and holds the rest. */
  function release(text: Buffer, certain: number): Buffer {
    const parts: Uint8Array[] = [];
    let done = base;
    for (const { start, end } of hidden) {
      if (start >= certain) break;
      if (start >= base) parts.push(text.subarray(done - base, start - base), MASK);
      done = Math.min(end, certain);
    }
    parts.push(text.subarray(done - base, certain - base));
    hidden = hidden.filter(({ end }) => end > certain);
    held = Buffer.from(text.subarray(certain - base));
    base = certain;
    return Buffer.concat(parts);
  }

  return {
    write(bytes) {
      reader ??= createReader(find(), hide);
      const text = Buffer.concat([held, bytes]);
      const end = base + text.length;
      reader.read(bytes, base + held.length);
      return release(text, Math.min(end, reader.open()));
    },
    end() {
      reader?.end();
      return release(held, base + held.length);
    },
    use(other) {
      find = other;
      reader = undefined;
      if (held.length === 0) return;
      reader = createReader(find(), hide);
      reader.read(held, base);
    },
  };
}
