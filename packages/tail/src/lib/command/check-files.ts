import { resolve } from "node:path";
import type { Mistakes } from "./option-sources.ts";
import type { Job } from "../settings/settings.ts";

const OPTIONS = ["checkpoint", "output", "dead-letter"] as const;

/** A file that a job writes. */
interface Use {
  readonly option: (typeof OPTIONS)[number];
  readonly path: string;
  /** Jobs of one owner may share the file. */
  readonly owner: string | undefined;
}

/** Checks that all files differ, because lines would damage a checkpoint or replace a lock file. */
export function checkFiles(jobs: readonly Job[], mistakes: Mistakes): void {
  const uses = jobs.flatMap(usesOf).sort((one, other) => OPTIONS.indexOf(one.option) - OPTIONS.indexOf(other.option));
  const found = uses.flatMap((one, index) => uses.slice(index + 1).flatMap((other) => conflictOf(one, other) ?? []));
  for (const mistake of found.slice(0, 1)) mistakes.add(mistake);
}

function usesOf({ checkpoint, sink: { name, address }, deadLetter, stream }: Job): Use[] {
  return [
    ...(checkpoint?.kind === "file" ? [{ option: "checkpoint", path: checkpoint.path, owner: `${stream} ${name}` } as const] : []),
    ...(address.kind === "file" ? [{ option: "output", path: address.path, owner: name } as const] : []),
    ...(deadLetter === undefined ? [] : [{ option: "dead-letter", path: deadLetter, owner: undefined } as const]),
  ];
}

function conflictOf(one: Use, other: Use): string | undefined {
  const [file, otherFile] = [resolve(one.path), resolve(other.path)];
  if (one.option === other.option) {
    if (file !== otherFile || one.owner === other.owner) return undefined;
    return one.option === "checkpoint"
      ? `two positions would be stored in ${one.path}: use {stream} and {sink} in the name`
      : `the sinks ${one.owner} and ${other.owner} both write ${one.path}: use one sink, or different files`;
  }
  if (file === otherFile) return `--${one.option} and --${other.option} are both ${one.path}: use different files`;
  if (otherFile === `${file}.lock`) return `--${other.option} ${other.path} is the lock file of the ${one.option} ${one.path}: use another file`;
  if (file === `${otherFile}.lock`) return `--${one.option} ${one.path} is the lock file of the ${other.option} ${other.path}: use another file`;
  return undefined;
}
