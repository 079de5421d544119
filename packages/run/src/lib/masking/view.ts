import type { Automaton } from "./automaton.ts";
import { type Base64Lines, readSextet } from "./base64.ts";
import { canFollow, type Decode, decodeBackslash, decodePercent, decodeQuote, NOT_ESCAPED } from "./escapes.ts";
import { asSpace } from "./patterns.ts";
import { copyTrack, createTrack, readByte, startOf, type Track } from "./track.ts";

/** Finds secrets in texts, and in lines of Base64. */
export interface Finders {
  readonly text: Automaton;
  readonly base64: Automaton;
  /** Whether an escape sequence can begin a secret. */
  readonly canBeginEscaped: boolean;
}

/** An encoding of texts, and the encodings that can be inside it. */
interface Layer {
  /** The first byte of each of its escape sequences. */
  readonly trigger: number;
  readonly decode: Decode;
  readonly inner: readonly Layer[];
}

const PERCENT: Layer = { trigger: 0x25, decode: decodePercent, inner: [] };
const QUOTE: Layer = { trigger: 0x27, decode: decodeQuote, inner: [] };

const BACKSLASH = 0x5c;
const DOUBLE_QUOTE = 0x22;
/** Before a quote in JSON in JSON in JSON. */
const MOST_BACKSLASHES = 7;

/** JSON can be a string in JSON, such as in the log of a container. */
function backslash(levels: number): Layer {
  return { trigger: BACKSLASH, decode: decodeBackslash, inner: [PERCENT, QUOTE, ...(levels > 1 ? [backslash(levels - 1)] : [])] };
}

const OUTERMOST: readonly Layer[] = [backslash(3), PERCENT, { ...QUOTE, inner: [backslash(1)] }];
const TRIGGERS = new Uint8Array(256);
for (const { trigger } of OUTERMOST) TRIGGERS[trigger] = 1;

/** An output, or its decoded form. It sleeps while both are equal as far as secrets can begin. */
interface View {
  readonly text: Track;
  readonly base64: Track & Base64Lines;
  readonly inner: readonly InnerView[];
  /** The number of inner views that do not sleep. */
  awake: number;
}

interface InnerView extends View {
  readonly layer: Layer;
  isAwake: boolean;
  /** Bytes that may become an escape sequence, and the places where they begin and end. */
  pending: number[];
  starts: number[];
  ends: number[];
  /** Where the last sequence ends that was decoded. */
  decodedTo: number;
}

/** Reads an output and all that it can stand for. */
export interface Reader {
  /** Reads bytes. The first one is at `from` in the output. */
  read(bytes: Uint8Array, from: number): void;
  /** Reads what is pending as it is. */
  end(): void;
  /** Where the longest end of the output begins that can become a secret; infinite if none. */
  open(): number;
}

/** @param hide Gets the place of each secret in the output. */
export function createReader(finders: Finders, hide: (start: number, end: number) => void): Reader {
  const output = createView(OUTERMOST);

  function readInto(view: View, byte: number, start: number, end: number): void {
    if (view.awake > 0 || TRIGGERS[byte] === 1) readInner(view, byte, start, end);
    readAsIs(view, byte, start, end);
  }

  function readAsIs(view: View, byte: number, start: number, end: number): void {
    const found = readByte(view.text, finders.text, asSpace(byte), start);
    if (found >= 0) hide(found, end);
    const sextet = readSextet(view.base64, byte);
    if (sextet === -1) view.base64.state = 0;
    else if (sextet !== undefined) {
      const encoded = readByte(view.base64, finders.base64, sextet, start);
      if (encoded >= 0) hide(encoded, end);
    }
  }

  function readInner(view: View, byte: number, start: number, end: number): void {
    for (const inner of view.inner) {
      if (inner.isAwake && isSame(inner, view)) {
        inner.isAwake = false;
        view.awake -= 1;
      }
      if (!inner.isAwake && byte === inner.layer.trigger) {
        copyView(view, inner);
        inner.isAwake = true;
        view.awake += 1;
      }
    }
    for (const inner of view.inner) if (inner.isAwake) decodeInto(inner, byte, start, end);
  }

  function isSame(inner: InnerView, { text, base64 }: View): boolean {
    if (inner.awake > 0 || inner.pending.length > 0 || inner.text.state !== text.state || inner.base64.state !== base64.state) return false;
    if (inner.base64.run !== base64.run || inner.base64.isBroken !== base64.isBroken) return false;
    return begin(inner) >= inner.decodedTo;
  }

  /** Where a secret begins that the bytes of a view begin. */
  function begin({ text, base64 }: View): number {
    return Math.min(startOf(text, finders.text.depth(text.state)), startOf(base64, finders.base64.depth(base64.state)));
  }

  /** Continues a view where another one is, which was equal to it until here. */
  function copyView(from: View, to: View): void {
    copyTrack(from.text, to.text, finders.text);
    copyTrack(from.base64, to.base64, finders.base64);
    to.base64.run = from.base64.run;
    to.base64.isBroken = from.base64.isBroken;
    to.awake = 0;
    for (const inner of to.inner) inner.isAwake = false;
    if (from.awake === 0) return;
    for (const inner of to.inner) {
      const other = from.inner.find(({ layer, isAwake }) => isAwake && layer.decode === inner.layer.decode);
      if (other === undefined) continue;
      inner.isAwake = true;
      to.awake += 1;
      inner.pending = [...other.pending];
      inner.starts = [...other.starts];
      inner.ends = [...other.ends];
      inner.decodedTo = other.decodedTo;
      copyView(other, inner);
    }
  }

  function decodeInto(view: InnerView, byte: number, start: number, end: number): void {
    if (view.pending.length === 0 && byte !== view.layer.trigger) return readInto(view, byte, start, end);
    view.pending.push(byte);
    view.starts.push(start);
    view.ends.push(end);
    decodePending(view, false);
  }

  function decodePending(view: InnerView, isEnd: boolean): void {
    while (view.pending.length > 0) {
      const first = view.pending[0] ?? 0;
      const decoded = first === view.layer.trigger ? (view.layer.decode(view.pending) ?? (isEnd ? NOT_ESCAPED : undefined)) : NOT_ESCAPED;
      if (decoded === undefined) return;
      const start = view.starts[0] ?? 0;
      const end = view.ends[decoded.taken - 1] ?? 0;
      drop(view, decoded.taken);
      if (decoded !== NOT_ESCAPED) view.decodedTo = end;
      for (const byte of decoded === NOT_ESCAPED ? [first] : decoded.bytes) readInto(view, byte, start, end);
    }
  }

  function endOf(view: View): void {
    for (const inner of view.inner) {
      if (!inner.isAwake) continue;
      decodePending(inner, true);
      endOf(inner);
    }
  }

  /** The number of bytes that inner views, which all sleep, need not read to stay equal. */
  function plainLength(bytes: Uint8Array, from: number): number {
    let to = from;
    while (bytes[to] === BACKSLASH && to < from + MOST_BACKSLASHES) to += 1;
    const [first = 0, next] = bytes.subarray(from, from + 2);
    if (to === from) return next === undefined || canFollow(first, next) ? 0 : 1;
    // However often they are decoded, these bytes neither continue nor begin a secret.
    const { text } = finders;
    const isPlain = bytes[to] === DOUBLE_QUOTE && output.text.state === 0 && text.next(0, BACKSLASH) === 0 && text.next(0, DOUBLE_QUOTE) === 0;
    return isPlain ? to + 1 - from : 0;
  }

  function openOf({ text, base64, inner }: View): number {
    let start = Math.min(startOf(text, finders.text.open(text.state)), startOf(base64, finders.base64.open(base64.state)));
    for (const view of inner) {
      if (!view.isAwake) continue;
      const [pending = Infinity] = finders.canBeginEscaped ? view.starts : [];
      start = Math.min(start, pending, openOf(view));
    }
    return start;
  }

  return {
    read(bytes, from) {
      let plainTo = 0;
      for (let index = 0; index < bytes.length; index += 1) {
        const byte = bytes[index] ?? 0;
        if (TRIGGERS[byte] === 1 && output.awake === 0 && index >= plainTo) plainTo = index + plainLength(bytes, index);
        if (index < plainTo) readAsIs(output, byte, from + index, from + index + 1);
        else readInto(output, byte, from + index, from + index + 1);
      }
    },
    end: () => endOf(output),
    open: () => openOf(output),
  };
}

function drop({ pending, starts, ends }: InnerView, count: number): void {
  for (const list of [pending, starts, ends]) {
    if (count === list.length) list.length = 0;
    else list.splice(0, count);
  }
}

function createView(layers: readonly Layer[]): View {
  const inner = layers.map((layer): InnerView => ({ ...createView(layer.inner), layer, isAwake: false, pending: [], starts: [], ends: [], decodedTo: 0 }));
  return { text: createTrack(), base64: { ...createTrack(), run: 0, isBroken: false }, inner, awake: 0 };
}
