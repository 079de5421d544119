/** Something in a request, or in an answer, that is not what the contract says. */
export interface Issue {
  readonly in: "path" | "query" | "header" | "cookie" | "body" | "status";
  /** JSON Pointer to the value; of a parameter, a slash and its name. */
  readonly pointer: string;
  /** What is wrong, to be read behind the value's name: `must be integer`. */
  readonly message: string;
  /** The rule that was broken: a JSON Schema keyword, `not-allowed`, or `syntax`. */
  readonly keyword: string;
}

/** An issue as a sentence: `limit must be integer`. */
export function describeIssue({ in: place, pointer, message }: Issue): string {
  return `${pointer === "" ? `the ${place}` : pointer.slice(1)} ${message}`;
}
