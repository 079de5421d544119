import { styleText } from "node:util";
import type { Middleware } from "@keywright/core";
import type { Operation, OperationTable } from "@keywright/core/client";

type Style = Parameters<typeof styleText>[0];

/** Where the demo prints, and whether it may use color. */
export interface Screen {
  readonly write: (line: string) => void;
  readonly colour: boolean;
}

/** Prints each call, and records which operations have responded. */
export interface Report {
  /** A middleware for each client that records the status of each operation. */
  readonly middleware: Middleware;
  title(text: string): void;
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

/** Creates a report on a screen. */
export function createReport({ write, colour }: Screen): Report {
  const paint = (style: Style, text: string): string => (colour ? styleText(style, text) : text);
  const answered = new Set<Operation>();
  const statuses: number[] = [];
  return {
    async middleware(request, next, call) {
      const response = await next(request);
      statuses.push(response.status);
      if (response.ok) answered.add(call.operation);
      return response;
    },
    title(text) {
      write("");
      write(paint("bold", text));
    },
    async call(source, run, tell) {
      const answer = await run();
      write(`  ${paint("green", String(statuses.at(-1)))}  ${source}`);
      write(`       ${paint("dim", tell(answer))}`);
      return answer;
    },
    finish(tables) {
      const operations = tables.flatMap((table) => Object.values(table));
      const silent = operations.filter((operation) => !answered.has(operation));
      write("");
      for (const { id } of silent) write(paint("red", `${id} has not responded`));
      // Other commands read this line, so its last word stays.
      const state = "answered";
      write(paint(silent.length === 0 ? "green" : "red", `${operations.length - silent.length} of ${operations.length} operations ${state}`));
      return silent.length === 0;
    },
  };
}
