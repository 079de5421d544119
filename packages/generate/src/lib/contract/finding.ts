import { relative } from "node:path";

/** A place in a file of a contract. */
export interface Place {
  /** The file, absolute. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** Something in a contract that has to change. */
export interface Finding extends Place {
  /** What was expected, what came, what to do. */
  readonly message: string;
}

/** A place as `file:line:column`, relative to a folder, so that editors and terminals can jump to it. */
export function formatPlace({ file, line, column }: Place, folder: string = process.cwd()): string {
  return `${relative(folder, file)}:${line}:${column}`;
}

/** A finding on one line. */
export function formatFinding(finding: Finding, folder?: string): string {
  return `${formatPlace(finding, folder)}: ${finding.message}`;
}

/** Findings in the order of their places, each once. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  const once = new Map(findings.map((finding) => [formatFinding(finding), finding]));
  return [...once.values()].sort((a, b) => (a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1));
}
