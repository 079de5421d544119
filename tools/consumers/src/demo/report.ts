import { styleText } from "node:util";
import type { Middleware } from "@keywright/core";
import type { Operation, OperationTable } from "@keywright/core/client";

/** Prints each call, and records which operations have responded. */
export interface Report {
  /** A middleware for each client that records the status of each operation. */
  readonly middleware: Middleware;
  /**
   * Makes a call, prints it with its status and the interesting part of the result, and returns the result.
   *
   * @param source The call as a user would write it.
   * @param run Makes that call.
   * @param tell Describes the interesting part of the result.
   */
  call<Answer>(source: string, run: () => Promise<Answer>, tell: (answer: Answer) => string): Promise<Answer>;
  /** Prints how many operations of the tables have succeeded, and which have not. Returns whether all have. */
  finish(tables: readonly OperationTable[]): boolean;
}

/** Creates a report on standard output. */
export function createReport(): Report {
  const answered = new Set<Operation>();
  let status = 0;
  return {
    async middleware(request, next, call) {
      const response = await next(request);
      status = response.status;
      if (response.ok) answered.add(call.operation);
      return response;
    },
    async call(source, run, tell) {
      const answer = await run();
      console.log(`  ${styleText("green", String(status))}  ${source}`);
      console.log(`       ${styleText("dim", tell(answer))}`);
      return answer;
    },
    finish(tables) {
      const operations = tables.flatMap((table) => Object.values(table));
      const silent = operations.filter((operation) => !answered.has(operation));
      for (const { id } of silent) console.log(styleText("red", `\n${id} has not responded`));
      console.log(styleText(silent.length === 0 ? "green" : "red", `\n${operations.length - silent.length} of ${operations.length} operations answered`));
      return silent.length === 0;
    },
  };
}
