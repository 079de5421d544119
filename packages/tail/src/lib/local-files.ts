import { platformClock } from "@keywright/core/client";
import { fileSink } from "./file-sink.ts";
import { type SetAside, setAsideFile } from "./set-aside.ts";
import { type Sink, streamSink } from "./sink.ts";
import type { Surroundings } from "./surroundings.ts";

/** The files of the command, which jobs can share. Nothing is opened yet. */
export interface LocalFiles {
  /** Returns the sink of a file, or of standard output. */
  lines(path: string | undefined, mode: number | undefined): Sink;
  setAside(path: string): SetAside;
  /** Reopens the output files by name. Returns the paths of those that were open. */
  reopen(): Promise<readonly string[]>;
}

/** Creates a sink for each path when it is first used. */
export function createLocalFiles({ stdout, clock = platformClock }: Pick<Surroundings, "stdout" | "clock">): LocalFiles {
  const sinks = new Map<string, Sink>();
  const setAsides = new Map<string, SetAside>();
  const standardOutput = streamSink(stdout);
  return {
    lines: (path, mode) => (path === undefined ? standardOutput : entryOf(sinks, path, () => fileSink(path, { mode }))),
    setAside: (path) => entryOf(setAsides, path, () => setAsideFile(path, clock)),
    async reopen() {
      const reopened: string[] = [];
      for (const [path, sink] of sinks) if (await sink.reopen()) reopened.push(path);
      return reopened;
    },
  };
}

function entryOf<Value>(entries: Map<string, Value>, key: string, create: () => Value): Value {
  const value = entries.get(key) ?? create();
  entries.set(key, value);
  return value;
}
