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
/** The low bits of an edge. */
const LOW_BITS = 511;
/** The bit of an edge whose state has further edges. */
const BRANCHES = 512;
const SAME = Uint8Array.from({ length: BYTES }, (_, byte) => byte);

/**
 * Builds the automaton of non-empty strings, in 14 bytes of memory for each state.
 *
 * A text visits few states, so what depends on the ends of the text is computed at the first visit.
 *
 * @param strings Strings with a character for each byte.
 * @param byteOf By character: the byte that it represents. Default: its code.
 */
export function createAutomaton(strings: readonly string[], byteOf = SAME): Automaton {
  const size = strings.reduce((sum, { length }) => sum + length, 1);
  /** By state: 1 + the byte that leads to the next number, because most states have one edge. */
  const edges = new Int16Array(size);
  /** The states without the number before it on their way, and the edges to them, in order. */
  const heads: number[] = [];
  const edgesTo: number[] = [];
  /** Further edges, by {@link edgeOf}. */
  const branches = new Map<number, number>();
  const first = new Int32Array(BYTES);
  const depths = new Int32Array(size);
  const lengths = new Int32Array(size);
  /** By state: 1 + the state of the longest shorter end of the text; 0 before the first visit. */
  const shorter = new Int32Array(size);
  shorter[0] = 1;
  let count = 1;
  for (const string of strings) add(string);

  function add(string: string): void {
    let state = 0;
    let depth = 0;
    while (depth < string.length) {
      const known = target(state, at(byteOf, string.charCodeAt(depth)));
      if (known === 0) break;
      state = known;
      depth += 1;
    }
    if (depth < string.length) {
      addEdge(state, at(byteOf, string.charCodeAt(depth)));
      for (depth += 1; depth < string.length; depth += 1) {
        edges[count] = at(byteOf, string.charCodeAt(depth)) + 1;
        depths[count++] = depth;
      }
      state = count++;
      depths[state] = depth;
    }
    lengths[state] = depth;
  }

  /** Adds an edge to the state that is created next. */
  function addEdge(state: number, byte: number): void {
    if (state === 0) first[byte] = count;
    else if (state + 1 === count) edges[state] = byte + 1;
    else {
      edges[state] = at(edges, state) | BRANCHES;
      branches.set(edgeOf(state, byte), count);
    }
    heads.push(count);
    edgesTo.push(edgeOf(state, byte));
  }

  /** Returns 0 if there is no edge. */
  function target(state: number, byte: number): number {
    if (state === 0) return at(first, byte);
    const edge = at(edges, state);
    if ((edge & LOW_BITS) === byte + 1) return state + 1;
    return edge < BRANCHES ? 0 : (branches.get(edgeOf(state, byte)) ?? 0);
  }

  function next(state: number, byte: number): number {
    for (let from = state; from !== 0; from = shorterOf(from)) {
      const found = target(from, byte);
      if (found !== 0) return found;
    }
    return at(first, byte);
  }

  function shorterOf(state: number): number {
    if (at(shorter, state) === 0) visit(state);
    return at(shorter, state) - 1;
  }

  /** A state needs those before it, and its shorter ones. */
  function visit(state: number): void {
    const unvisited: number[] = [];
    let from = state;
    while (at(shorter, from) === 0) {
      unvisited.push(from);
      from = Math.floor(edgeTo(from) / BYTES);
    }
    for (const each of unvisited.reverse()) {
      const end = from === 0 ? 0 : next(shorterOf(from), edgeTo(each) % BYTES);
      shorter[each] = end + 1;
      if (at(lengths, each) === 0) lengths[each] = matched(end);
      from = each;
    }
  }

  /** The edge to a state, by {@link edgeOf}. */
  function edgeTo(state: number): number {
    const head = placeIn(heads, state);
    return heads[head] === state ? (edgesTo[head] ?? 0) : edgeOf(state - 1, (at(edges, state - 1) & LOW_BITS) - 1);
  }

  function matched(state: number): number {
    if (at(shorter, state) === 0) visit(state);
    return at(lengths, state);
  }

  return {
    next,
    matched,
    depth: (state) => at(depths, state),
    open(state) {
      let from = state;
      while (at(edges, from) === 0 && from !== 0) from = shorterOf(from);
      return at(depths, from);
    },
  };
}

function edgeOf(state: number, byte: number): number {
  return state * BYTES + byte;
}

/** The index of the first of sorted numbers that is not smaller, by binary search. */
function placeIn(sorted: readonly number[], number: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

function at(list: Uint8Array | Int16Array | Int32Array, index: number): number {
  return list[index] ?? 0;
}
