import { isKeywrightError, type KeywrightError } from "@keywright/core";
import { describe } from "../bench.ts";
import type { Row } from "../row.ts";
import type { Message } from "../server/message.ts";
import { answers, answersJson } from "../server/whole.ts";
import { IDS, READS, type Subject, WRITES } from "../subjects.ts";

const deleteItem: Subject = {
  name: "deleteItem",
  answer: undefined,
  call: ({ vault }, options) => vault.deleteItem({ vaultUUID: IDS.vaultUUID, itemUUID: IDS.itemUUID }, options),
  isWhole: (value) => value === undefined,
};

/** An answer and what has to come of it: how often it is asked for, and the code, or success. */
interface Case {
  readonly answer: string;
  readonly message: Message;
  readonly of: readonly Subject[];
  readonly expected: KeywrightError["code"] | "success";
  readonly requests: number;
}

const JSON_HEADERS = [["content-type", "application/json"]] as const;

const CASES: readonly Case[] = [
  { answer: "empty 200", message: { headers: JSON_HEADERS }, of: READS, expected: "truncated-response", requests: 3 },
  { answer: "empty 200", message: { headers: JSON_HEADERS }, of: WRITES, expected: "truncated-response", requests: 1 },
  { answer: "empty 200 by chunks", message: { headers: JSON_HEADERS, framing: "chunked" }, of: READS, expected: "truncated-response", requests: 3 },
  { answer: "empty 200 by close", message: { headers: JSON_HEADERS, framing: "close" }, of: READS, expected: "truncated-response", requests: 3 },
  { answer: "204 for a body", message: { status: 204 }, of: READS, expected: "truncated-response", requests: 3 },
  { answer: "204 for a body", message: { status: 204 }, of: WRITES, expected: "truncated-response", requests: 1 },
  { answer: "200 for 204, empty", message: {}, of: [deleteItem], expected: "success", requests: 1 },
  { answer: "200 for 204, JSON", message: { headers: JSON_HEADERS, body: "{}" }, of: [deleteItem], expected: "success", requests: 1 },
  {
    answer: "200 for 204, a page",
    message: { headers: [["content-type", "text/html"]], body: "<html>Sign in" },
    of: [deleteItem],
    expected: "unexpected-content",
    requests: 1,
  },
  { answer: "204", message: { status: 204 }, of: [deleteItem], expected: "success", requests: 1 },
];

/** A success without what it should hold, or with what it should not. */
export const emptyAnswers: Row = {
  id: "F12",
  fault: "empty 200, 204 for a body, 200 for a 204",
  async run(bench) {
    const table = new Set<string>();
    for (const { answer, message, of, expected, requests } of CASES) {
      for (const subject of of) {
        await bench.repeat(5, `${subject.name}, ${answer}`, async (trial) => {
          const server = await trial.serve(Array.from({ length: requests }, () => answers(message)));
          const outcome = await trial.attempt(() => subject.call(trial.clients(server.url), { signal: trial.signal }));
          const holds = expected === "success" ? outcome.ok && subject.isWhole(outcome.value) : isKeywrightError(outcome.error, expected);
          trial.that(
            holds && server.requests.length === requests,
            `expected ${expected} and ${requests} requests; ${describe(outcome)}, ${server.requests.length} requests`,
          );
          const came = outcome.ok ? "success" : isKeywrightError(outcome.error) ? outcome.error.code : "no error of ours";
          table.add(`${answer} (${subject === deleteItem ? "delete" : WRITES.includes(subject) ? "write" : "read"}): ${came}, ${server.requests.length} ×`);
        });
      }
    }
    await bench.run("a connection that carried a body where none was due", async (trial) => {
      const server = await trial.serve([answersJson({ removed: true }), answersJson(READS[0]?.answer)]);
      const clients = trial.clients(server.url);
      await trial.attempt(() => deleteItem.call(clients, { signal: trial.signal }));
      const outcome = await trial.attempt(() => (READS[0] as Subject).call(clients, { signal: trial.signal }));
      trial.that(outcome.ok, `the next call was to succeed; ${describe(outcome)}`);
    });
    return [...table].join("; ");
  },
};
