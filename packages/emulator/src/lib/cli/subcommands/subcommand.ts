import type { ExitCode, Terminal } from "../input/terminal.ts";

/** A subcommand, such as `keywright-emulator record`. */
export interface Subcommand {
  /** What its `--help` prints. */
  readonly usage: string;
  /** What it does, in a few words, for `--help` of the command. */
  readonly summary: string;
  /**
   * Runs the subcommand with the arguments after its name.
   *
   * @throws UsageError if they are invalid. @throws CommandError if it cannot do its work.
   */
  run(args: readonly string[], terminal: Terminal): Promise<ExitCode>;
}
