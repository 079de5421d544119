import { platformClock } from "@keywright/core/client";
import { fileOutput } from "./file-output.ts";
import { type DeadLetter, deadLetterFile } from "./dead-letter.ts";
import { type LineOutput, streamOutput } from "./line-output.ts";
import type { CommandContext } from "../settings/command-context.ts";

/** The files of the command, which jobs can share. Nothing is opened yet. */
export interface LocalFiles {
  /** Returns the output to a file, or to standard output. */
  lines(path: string | undefined, mode: number | undefined): LineOutput;
  deadLetter(path: string): DeadLetter;
  /** Reopens the output files by name. Returns the paths of those that were open. */
  reopen(): Promise<readonly string[]>;
}

/** Creates an output for each path when it is first used. */
export function createLocalFiles({ stdout, clock = platformClock }: Pick<CommandContext, "stdout" | "clock">): LocalFiles {
  const outputs = new Map<string, LineOutput>();
  const deadLetters = new Map<string, DeadLetter>();
  const standardOutput = streamOutput(stdout);
  return {
    lines: (path, mode) => (path === undefined ? standardOutput : entryOf(outputs, path, () => fileOutput(path, { mode }))),
    deadLetter: (path) => entryOf(deadLetters, path, () => deadLetterFile(path, clock)),
    async reopen() {
      const reopened: string[] = [];
      for (const [path, output] of outputs) if (await output.reopen()) reopened.push(path);
      return reopened;
    },
  };
}

function entryOf<Value>(entries: Map<string, Value>, key: string, create: () => Value): Value {
  const value = entries.get(key) ?? create();
  entries.set(key, value);
  return value;
}
