import document from "@keywright/events/openapi.json" with { type: "json" };
import { operationsOf } from "../../contract/contract.ts";
import { require, Untested } from "../../session/outcome.ts";
import type { Rule, Service } from "../../rules/rule.ts";
import { STREAM_RULES } from "./stream-rules.ts";
import { type EventsWorld, openEvents, STREAMS } from "./world.ts";

/** The contract has the sentences of all streams at this one. */
const FIRST = "listAuditEvents";
const operations = operationsOf(document);
const sentences = operations.get(FIRST)?.rules;

const INTROSPECTION: readonly Rule<EventsWorld>[] = [
  {
    operation: "introspect",
    id: "any-token",
    tier: "read",
    async test({ session }) {
      const { limitedToken } = session.credentials;
      if (limitedToken === undefined) throw new Untested("set KEYWRIGHT_EVENTS_LIMITED_TOKEN to a token with fewer features");
      const { response } = await session.attempt("introspect", { authorization: `Bearer ${limitedToken}` });
      require(response.status === 200, `expected 200 for a token with fewer features; got ${response.status}`);
    },
  },
];

/** The rules of the events API. */
export const EVENTS: Service<EventsWorld> = {
  document,
  operations,
  open: openEvents,
  rules: [
    ...INTROSPECTION,
    ...Object.keys(STREAMS).flatMap((operation) =>
      STREAM_RULES.map((rule): Rule<EventsWorld> => {
        const says = rule.says ?? sentences?.get(rule.id);
        return { operation, ...rule, ...(says === undefined ? {} : { says }), test: (world) => rule.test(world, operation) };
      }),
    ),
  ],
  untested: {
    [`${FIRST}.cursor-account`]: "it needs a token of another account",
    [`${FIRST}.sessions`]: "it needs two runs",
    [`${FIRST}.late`]: "it needs events that happen during the run",
  },
  examples: (operation) => ({ valid: operation in STREAMS ? { body: {} } : {} }),
  clean: () => Promise.resolve([]),
};
