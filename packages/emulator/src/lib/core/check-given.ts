import type { Contract } from "./contract.ts";
import { describeIssue } from "./issues.ts";

/**
 * Checks a value from a test against a schema of the contract. Properties that the schema does not name are errors.
 *
 * @param what Name of the value, at the start of the message.
 * @throws TypeError with all problems.
 */
export function checkGiven<Value>(what: string, contract: Contract, schema: string, value: unknown): asserts value is Value {
  const issues = contract.checkGiven(schema, value);
  if (issues.length > 0) throw new TypeError(`${what}: ${issues.map(describeIssue).join("; ")}`);
}
