import { answerResponse, documentedAnswers } from "./contract-examples.ts";
import type { OperationPlace } from "./contract-parts.ts";

/**
 * Returns the documented success of a name as a new `Response`, for walks over the example pages of a contract.
 *
 * @param document The contract as one document: `@keywright/<service>/openapi.json`.
 * @param example The name of an example of a success.
 */
export function exampleResponse(document: unknown, operation: OperationPlace, example: string): Response {
  const answer = documentedAnswers(document, operation).find((documented) => documented.status < 300 && documented.example === example);
  if (answer === undefined) throw new Error(`${operation.id} has no success named ${example}`);
  return answerResponse(answer);
}
