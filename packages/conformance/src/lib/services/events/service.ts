import document from "@keywright/events/openapi.json" with { type: "json" };
import { operationsOf } from "../../contract/contract.ts";
import { require, Untested } from "../../session/outcome.ts";
import { rule, type Service } from "../../rules/rule.ts";
import { rulesOfStream } from "./stream-rules.ts";
import { type EventsWorld, openEvents, STREAMS } from "./world.ts";

/** The contract has the sentences of all streams at this one. */
const FIRST = "listAuditEvents";
const operations = operationsOf(document);
const sentences = operations.get(FIRST)?.rules;

/** The rules of the events API. */
export const EVENTS: Service<EventsWorld> = {
  document,
  operations,
  open: openEvents,
  rules: [
    rule("introspect.any-token", "read", async ({ session }) => {
      const { limitedToken } = session.credentials;
      if (limitedToken === undefined) throw new Untested("set KEYWRIGHT_EVENTS_LIMITED_TOKEN to a token with fewer features");
      const { response } = await session.attempt("introspect", { authorization: `Bearer ${limitedToken}` });
      require(response.status === 200, `expected 200 for a token with fewer features; got ${response.status}`);
    }),
    ...Object.keys(STREAMS).flatMap((stream) => rulesOfStream(stream).map((one) => ({ says: sentences?.get(one.id) ?? "", ...one }))),
  ],
  untested: {
    [`${FIRST}.cursor-account`]: "it needs a token of another account",
    [`${FIRST}.sessions`]: "it needs two runs",
    [`${FIRST}.late`]: "it needs events that happen during the run",
  },
  examples: (operation) => ({ valid: operation in STREAMS ? { body: {} } : {} }),
  clean: () => Promise.resolve([]),
};
