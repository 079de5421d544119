import { relative } from "node:path";

/** Something in a contract that has to change. */
export interface Finding {
  /** The file, absolute. */
  readonly file: string;
  /** Where in the file, from 1; absent where only a place in the bundled contract is known. */
  readonly line?: number;
  readonly column?: number;
  /** What was expected, what came, what to do. */
  readonly message: string;
}

/** Writes a finding on one line, so that editors and terminals can jump to it. */
export function formatFinding({ file, line, column, message }: Finding, root: string): string {
  const place = line === undefined ? "" : `:${line}:${column ?? 1}`;
  return `${relative(root, file)}${place} ${message}`;
}
