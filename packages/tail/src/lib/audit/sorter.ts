import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Sorts lines of ASCII on disk. */
export interface Sorter {
  add(line: string): void;
  /** Returns the lines in their order. Nothing can be added after that. */
  sorted(): Iterable<string>;
}

// What is in memory: the lines of a run that is filled, and a block of each run that is merged.
const RUN_LINES = 4_096;
const MAX_RUNS = 32;
const BLOCK_BYTES = 16_384;
const BLOCK_LINES = 256;

/**
 * Creates an external merge sort, whose memory does not depend on the number of lines.
 *
 * @param folder A folder that the caller removes.
 * @param name The beginning of the names of its files.
 */
export function createSorter(folder: string, name: string, runLines: number = RUN_LINES): Sorter {
  let lines: string[] = [];
  let runs = 0;
  /** Files by how often their lines were merged. */
  const levels: string[][] = [];

  function keep(run: Iterable<string>, level: number): void {
    runs += 1;
    const path = join(folder, `${name}-${runs}`);
    writeLines(path, run);
    const files = (levels[level] ??= []);
    files.push(path);
    if (files.length < MAX_RUNS) return;
    keep(merge(files), level + 1);
    for (const file of files.splice(0)) rmSync(file);
  }

  function flush(): void {
    if (lines.length > 0) keep(lines.sort(), 0);
    lines = [];
  }

  return {
    add(line) {
      lines.push(line);
      if (lines.length === runLines) flush();
    },
    *sorted() {
      flush();
      yield* merge(levels.flat());
    },
  };
}

/** Yields the lines of sorted files in their order. */
function* merge(files: readonly string[]): Generator<string, void, undefined> {
  const sources = files.map((file) => linesIn(file));
  try {
    let heads = sources.flatMap((source) => advanced(source));
    while (heads.length > 0) {
      let first = heads[0] as Head;
      for (const head of heads) if (head.line < first.line) first = head;
      yield first.line;
      const next = first.source.next();
      if (next.done === true) heads = heads.filter((head) => head !== first);
      else first.line = next.value;
    }
  } finally {
    for (const source of sources) source.return();
  }
}

type Lines = Generator<string, void, undefined>;

interface Head {
  readonly source: Lines;
  line: string;
}

function advanced(source: Lines): Head[] {
  const next = source.next();
  return next.done === true ? [] : [{ source, line: next.value }];
}

function* linesIn(path: string): Lines {
  const file = openSync(path, "r");
  try {
    const block = Buffer.alloc(BLOCK_BYTES);
    let rest = "";
    for (let size = readSync(file, block); size > 0; size = readSync(file, block)) {
      const lines = (rest + block.toString("latin1", 0, size)).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } finally {
    closeSync(file);
  }
}

function writeLines(path: string, lines: Iterable<string>): void {
  const file = openSync(path, "wx", 0o600);
  try {
    let block: string[] = [];
    const write = (): void => {
      // A disk that is nearly full can take a part of a text.
      for (let bytes = Buffer.from(block.map((line) => `${line}\n`).join(""), "latin1"); bytes.length > 0;) bytes = bytes.subarray(writeSync(file, bytes));
      block = [];
    };
    for (const line of lines) if (block.push(line) === BLOCK_LINES) write();
    write();
  } finally {
    closeSync(file);
  }
}
