import type { Contract } from "./contract.ts";
import { describeIssue } from "./issues.ts";

/**
 * Checks a value that a test appends or sets by a schema of the contract. Properties that the schema does not name are mistakes here, though servers may send some.
 *
 * @param what What it is, in words: the beginning of the message.
 * @throws TypeError with all problems.
 */
export function checkGiven<Value>(what: string, contract: Contract, schema: string, value: unknown): asserts value is Value {
  const issues = contract.checkGiven(schema, value);
  if (issues.length > 0) throw new TypeError(`${what}: ${issues.map(describeIssue).join("; ")}`);
}
