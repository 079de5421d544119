/** An Aho–Corasick automaton: finds all of its byte strings in one pass over a text. A state is a number; 0 is the start. */
export interface Automaton {
  next(state: number, byte: number): number;
  /** The length of the longest end of the text that more bytes can complete to one of the strings. */
  open(state: number): number;
  /** The length of the longest string that ends here; 0 if none does. */
  matched(state: number): number;
}

const BYTES = 256;

/** Builds the automaton of byte strings that are not empty. */
export function createAutomaton(strings: Iterable<Uint8Array>): Automaton {
  const edges = new Map<number, number>();
  const depths = [0];
  const lengths = [0];
  const opens = [0];
  for (const string of strings) {
    let state = 0;
    for (const byte of string) {
      const edge = state * BYTES + byte;
      const known = edges.get(edge) ?? depths.length;
      if (known === depths.length) {
        edges.set(edge, known);
        depths.push((depths[state] ?? 0) + 1);
        lengths.push(0);
        opens.push(0);
        opens[state] = depths[state] ?? 0;
      }
      state = known;
    }
    lengths[state] = string.length;
  }

  /** By state: the state of the longest shorter end of the text. */
  const shorter = depths.map(() => 0);
  function next(state: number, byte: number): number {
    let from = state;
    for (;;) {
      const target = edges.get(from * BYTES + byte);
      if (target !== undefined) return target;
      if (from === 0) return 0;
      from = shorter[from] ?? 0;
    }
  }
  // A state needs the shorter states, which are closer to the start.
  const byDepth = [...edges].map(([edge, state]) => ({ parent: Math.floor(edge / BYTES), byte: edge % BYTES, state }));
  byDepth.sort((one, other) => (depths[one.parent] ?? 0) - (depths[other.parent] ?? 0));
  for (const { parent, byte, state } of byDepth) {
    const found = parent === 0 ? 0 : next(shorter[parent] ?? 0, byte);
    shorter[state] = found;
    lengths[state] ||= lengths[found] ?? 0;
    opens[state] ||= opens[found] ?? 0;
  }
  return { next, open: (state) => opens[state] ?? 0, matched: (state) => lengths[state] ?? 0 };
}
