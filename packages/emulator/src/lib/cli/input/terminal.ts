/** The process of the command. */
export interface Terminal {
  print(text: string): void;
  complain(text: string): void;
  /** Resolves when the command must end. */
  readonly stopped: Promise<void>;
}

/** The exit code: 0, 1 if the command fails, 2 if its arguments are invalid. */
export type ExitCode = 0 | 1 | 2;

/** The command cannot do its work: it prints the message and exits with 1. */
export class CommandError extends Error {}
