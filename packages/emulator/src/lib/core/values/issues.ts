/** A part of a request or response that breaks the contract. */
export interface Issue {
  readonly in: "path" | "query" | "header" | "cookie" | "body" | "status";
  /** JSON Pointer to the value. For a parameter, a slash and its name. */
  readonly pointer: string;
  /** What is wrong, to follow the name of the value: `must be integer`. */
  readonly message: string;
  /** The broken rule: a JSON Schema keyword, `not-allowed` or `syntax`. */
  readonly keyword: string;
}

/** Returns an issue as text: `limit must be integer`. */
export function describeIssue({ in: place, pointer, message }: Issue): string {
  return `${pointer === "" ? `the ${place}` : pointer.slice(1)} ${message}`;
}

/** Returns the problems of a value: a JSON Pointer and the reason of each. */
export function problemsOf(issues: readonly Issue[]): readonly string[] {
  // The rules of `then` and `else` report their own problems.
  return issues.filter(({ keyword }) => keyword !== "if").map(({ pointer, message }) => `${pointer === "" ? "the whole" : pointer} ${message}`);
}

/** A request that cannot be carried out. The service responds with 400. */
export class InvalidInput extends Error {}
