/** The arguments or the environment are invalid: exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}

/** Returns the message of an error of usage, with the command that says more. */
export function withHelp(message: string, program: string): string {
  return `${message}${/[.?]$/.test(message) ? "" : "."} Try ${program} --help`;
}
