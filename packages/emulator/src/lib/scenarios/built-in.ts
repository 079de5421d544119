import type { Scenario } from "./scenario.ts";

const ALWAYS = { operationId: "*", times: "always" } as const;

/** The scenarios that need no file. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: "brownout",
    description: "Three of ten requests get status 503, and half of the others take 500 ms longer.",
    faults: [
      { ...ALWAYS, probability: 0.3, response: { status: 503, headers: { "retry-after": "1" } } },
      { ...ALWAYS, probability: 0.5, delayMs: 500 },
    ],
  },
  {
    name: "expired-tokens",
    description: "Every fifth request with a token gets the error of an expired one.",
    faults: [{ ...ALWAYS, probability: 0.2, response: "expired-token" }],
  },
  {
    name: "slow-bodies",
    description: "Half of the responses take two seconds, and one of ten ends in the middle of its body.",
    faults: [
      { ...ALWAYS, probability: 0.1, delayMs: 2000, response: "truncate" },
      { ...ALWAYS, probability: 0.5, delayMs: 2000 },
    ],
  },
  {
    name: "rate-limits",
    description: "Three of ten requests get status 429, and can be sent again after a second.",
    faults: [{ ...ALWAYS, probability: 0.3, response: { status: 429, headers: { "retry-after": "1" } } }],
  },
];
