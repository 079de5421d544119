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

/** A problem of a contract. */
export interface Finding extends Place {
  /** What was expected, what came and what to do. */
  readonly message: string;
  /** Says what was chosen, and how to choose otherwise; code is generated. Default: an error. */
  readonly isNote?: true;
}

/** A place as `file:line:column`, relative to a folder: editors and terminals link it. */
function formatPlace({ file, line, column }: Place, folder: string = process.cwd()): string {
  return `${relative(folder, file)}:${line}:${column}`;
}

/** A finding on one line. */
export function formatFinding(finding: Finding, folder?: string): string {
  return `${formatPlace(finding, folder)}: ${finding.message}`;
}

/** Findings sorted by place, without duplicates. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  const once = new Map(findings.map((finding) => [formatFinding(finding), finding]));
  return [...once.values()].sort((a, b) => (a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1));
}
