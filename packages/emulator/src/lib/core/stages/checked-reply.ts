import type { Contract } from "../contract/contract.ts";
import { EmulatorDefect } from "../service/defect.ts";
import type { AnyReply } from "../http/http.ts";
import { describeIssue } from "../values/issues.ts";
import type { OperationSpec } from "../schemas/operation-spec.ts";

/** Returns a reply. @throws EmulatorDefect if it breaks the contract. */
export function checkedReply(contract: Contract, operation: OperationSpec, reply: AnyReply): AnyReply {
  if (operation.definition === undefined) return reply;
  const issues = contract.checkReply(operation, reply);
  if (issues.length > 0)
    throw new EmulatorDefect(
      operation.id,
      issues.map((issue) => `reply ${reply.status}: ${describeIssue(issue)}`),
    );
  return reply;
}
