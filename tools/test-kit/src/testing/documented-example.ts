import { answerResponse, documentedAnswers } from "./contract-examples.ts";
import type { OperationPlace } from "./contract-parts.ts";

/**
 * The documented answer of that name, as a fresh `Response`: for walks over the pages that a contract gives as examples.
 *
 * @param document The contract as one document: `@keywright/<service>/openapi.json`.
 * @param example The example's name, of an answer that is a success.
 */
export function exampleResponse(document: unknown, operation: OperationPlace, example: string): Response {
  const answer = documentedAnswers(document, operation).find((documented) => documented.status < 300 && documented.example === example);
  if (answer === undefined) throw new Error(`${operation.id} has no success named ${example}`);
  return answerResponse(answer);
}
