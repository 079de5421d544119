/** Faults that no vault emulator takes, in process or over its control port, and what is said of each. */
export const MISTAKEN_FAULTS: readonly (readonly [fault: { readonly [name: string]: unknown }, message: string])[] = [
  [{}, "the fault: operationId must be a string; got nothing"],
  [{ operationId: 7 }, "the fault: operationId must be a string; got 7"],
  [{ operationId: "listVault" }, "there is no operation listVault; did you mean listVaults?"],
  [
    { operationId: "listVaults", response: "timeout" },
    "the fault: timeout is not known; there are drop, reset, truncate, malformed-body, stall, repeat, expired-token, expired-cursor",
  ],
  [{ operationId: "listVaults", response: "malformed_body" }, "the fault: malformed_body is not known; did you mean malformed-body?"],
  [
    { operationId: "listVaults", response: 503 },
    "the fault: response must be one of drop, reset, truncate, malformed-body, stall, repeat, expired-token, expired-cursor, or an object with a status; got 503",
  ],
  [{ operationId: "listVaults", response: {} }, "the `response` of the fault: status must be a whole number of 200 to 599; got nothing"],
  [{ operationId: "listVaults", response: { status: 700 } }, "the `response` of the fault: status must be a whole number of 200 to 599; got 700"],
  [{ operationId: "listVaults", response: { status: 503, header: {} } }, "the `response` of the fault: header is not known; did you mean headers?"],
  [
    { operationId: "listVaults", response: { status: 503, headers: { "retry-after": 2 } } },
    "the `response` of the fault: headers must be an object of strings; got an object",
  ],
  [{ operationId: "listVaults", times: 0 }, 'the fault: times must be a whole number of 1 or more, or "always"; got 0'],
  [{ operationId: "listVaults", times: "2" }, 'the fault: times must be a whole number of 1 or more, or "always"; got a string'],
  [{ operationId: "listVaults", probability: 2 }, "the fault: probability must be above 0 and at most 1; got 2"],
  [{ operationId: "listVaults", delayMs: -1 }, "the fault: delayMs must be a number of milliseconds of 0 to 2147483647; got -1"],
  [{ operationId: "listVaults", delayMs: "5" }, "the fault: delayMs must be a number of milliseconds of 0 to 2147483647; got a string"],
  [{ operationId: "listVaults", when: "later" }, 'the fault: when must be "before" or "after"; got a string'],
  [{ operationId: "listVaults", delay: 5 }, "the fault: delay is not known; did you mean delayMs?"],
  [{ operationId: "listVaults", more: 1 }, "the fault: more is not known; there are operationId, times, probability, delayMs, fromMs, untilMs, when, response"],
  [{ operationId: "listVaults", response: "expired-cursor" }, "listVaults has no cursor that could expire"],
];
