/** An Aho–Corasick automaton: finds byte strings in one pass. State 0 is the start. */
export interface Automaton {
  next(state: number, byte: number): number;
  /** The length of the longest end of the text that begins one of the strings. */
  depth(state: number): number;
  /** The length of the longest end of the text that more bytes can complete to a string. */
  open(state: number): number;
  /** The length of the longest string that ends here; 0 if none does. */
  matched(state: number): number;
}

const BYTES = 256;
/** The low bits of an edge if the next state is not its target. */
const NO_BYTE = BYTES;
const LOW_BITS = 511;
/** The bit of an edge whose state has further edges. */
const BRANCHES = 512;

/** Builds the automaton of non-empty byte strings, in 18 bytes of memory for each state. */
export function createAutomaton(strings: readonly Uint8Array[]): Automaton {
  const sorted = [...strings].sort(Buffer.compare);
  const size = sorted.reduce((sum, string, index) => sum + string.length - sharedBegin(sorted[index - 1], string), 1);
  /** By state: the byte that leads to the next number, because most states have one edge. */
  const edges = new Int16Array(size).fill(NO_BYTE);
  const branches = new Map<number, Map<number, number>>();
  const first = new Int32Array(BYTES);
  const depths = new Int32Array(size);
  const lengths = new Int32Array(size);
  /** By state: the state of the longest shorter end of the text. */
  const shorter = new Int32Array(size);
  let count = 1;
  for (const string of sorted) {
    let state = 0;
    for (let index = 0; index < string.length; index += 1) state = grow(state, string[index] ?? 0);
    lengths[state] = string.length;
  }

  function grow(state: number, byte: number): number {
    const known = target(state, byte);
    if (known > 0) return known;
    const created = count;
    count += 1;
    depths[created] = at(depths, state) + 1;
    if (state === 0) first[byte] = created;
    else if (created === state + 1) edges[state] = byte;
    else addBranch(state, byte, created);
    return created;
  }

  function addBranch(state: number, byte: number, created: number): void {
    const others = branches.get(state) ?? new Map<number, number>();
    branches.set(state, others.set(byte, created));
    edges[state] = at(edges, state) | BRANCHES;
  }

  /** Returns 0 if there is no edge. */
  function target(state: number, byte: number): number {
    if (state === 0) return at(first, byte);
    const edge = at(edges, state);
    if ((edge & LOW_BITS) === byte) return state + 1;
    return edge < BRANCHES ? 0 : (branches.get(state)?.get(byte) ?? 0);
  }

  function next(state: number, byte: number): number {
    for (let from = state; from !== 0; from = at(shorter, from)) {
      const found = target(from, byte);
      if (found !== 0) return found;
    }
    return at(first, byte);
  }

  // A state needs the shorter states, which are closer to the start.
  const queue = new Int32Array(count);
  let queued = 0;
  for (const state of first) if (state !== 0) queue[queued++] = state;
  for (let index = 0; index < queued; index += 1) {
    const state = at(queue, index);
    const edge = at(edges, state);
    const byte = edge & LOW_BITS;
    if (byte !== NO_BYTE) visit(state, byte, state + 1);
    if (edge >= BRANCHES) for (const [other, child] of branches.get(state) ?? []) visit(state, other, child);
    if (at(lengths, state) === 0) lengths[state] = at(lengths, at(shorter, state));
  }

  function visit(state: number, byte: number, child: number): void {
    shorter[child] = next(at(shorter, state), byte);
    queue[queued++] = child;
  }

  return {
    next,
    depth: (state) => at(depths, state),
    open(state) {
      let from = state;
      while (at(edges, from) === NO_BYTE && from !== 0) from = at(shorter, from);
      return at(depths, from);
    },
    matched: (state) => at(lengths, state),
  };
}

function sharedBegin(one: Uint8Array | undefined, other: Uint8Array): number {
  let length = 0;
  while (length < other.length && one?.[length] === other[length]) length += 1;
  return length;
}

function at(list: Int16Array | Int32Array, index: number): number {
  return list[index] ?? 0;
}
