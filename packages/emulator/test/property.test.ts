import { setImmediate } from "node:timers/promises";
import { LIMITS } from "@keywright/tool-test-kit/testing/limits";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EVENTS_DOCUMENT } from "../src/generated/events.ts";
import { MANAGEMENT_DOCUMENT } from "../src/generated/management.ts";
import { VAULT_DOCUMENT } from "../src/generated/vault.ts";
import { createEventsEmulator, createManagementEmulator, createVaultEmulator, type Emulator, manualClock } from "../src/index.ts";
import type { Json } from "../src/lib/core/schemas/operation-spec.ts";
import { type ContractOperation, contractOperations } from "./property/oracle.ts";
import { type RequestTools, requestsTo, type TriedRequest } from "./property/requests.ts";
import { eventsHints, managementHints, vaultHints } from "./property/hints.ts";

/** Each operation is tried so often. */
const RUNS = Number(process.env["PROPERTY_RUNS"] ?? 500);
/** The same requests in every run; another seed, such as the one that a failure names, comes in from outside. */
const SEED = Number(process.env["PROPERTY_SEED"] ?? 20_260_302);
/** No answer takes so long, even on a machine with much else to do. */
const HANG_MS = 60_000;

const options = {
  clock: manualClock("2026-03-02T12:00:00Z"),
  onDefect: (defect: Error) => {
    throw defect;
  },
};
const management = createManagementEmulator({ ...options, seed: { auditEvents: 30 } });
const vault = createVaultEmulator({ ...options, seed: { activityRecords: 20 } });
const events = createEventsEmulator({ ...options, seed: { eventsPerStream: 30 } });

const SERVICES: readonly { readonly name: string; readonly emulator: Emulator<unknown, unknown>; readonly tools: RequestTools }[] = [
  {
    name: "management",
    emulator: management as Emulator<unknown, unknown>,
    tools: {
      document: MANAGEMENT_DOCUMENT as Json,
      hints: managementHints(management),
      credentials: { bearer: `Bearer ${management.token}`, basic: `Basic ${btoa(`${management.clientId}:${management.clientSecret}`)}` },
    },
  },
  {
    name: "vault",
    emulator: vault as Emulator<unknown, unknown>,
    tools: { document: VAULT_DOCUMENT as Json, hints: vaultHints(vault), credentials: { bearer: `Bearer ${vault.token}` } },
  },
  {
    name: "events",
    emulator: events as Emulator<unknown, unknown>,
    tools: { document: EVENTS_DOCUMENT as Json, hints: await eventsHints(events), credentials: { bearer: `Bearer ${events.token}` } },
  },
];

/** What struck instead of the handler; only a request whose shape was accepted gets so far. */
const ACCEPTED = 299;

describe.each(SERVICES.map((service) => [service.name, service] as const))("%s", (_name, { emulator, tools }) => {
  test.each(contractOperations(tools.document).map((operation) => [operation.id, operation] as const))(
    `%s responds to ${RUNS} requests, good and bad, as its contract says`,
    async (_id, operation) => {
      const counts = { valid: 0, invalid: 0, either: 0, succeeded: 0 };
      await fc.assert(
        fc.asyncProperty(requestsTo(operation, tools), async (request) => {
          // Else no request has a turn of the event loop, and what watches over tests takes 500 of them for one that hangs.
          await setImmediate();
          emulator.reset();
          const { status } = await judge(emulator, operation, request);
          counts[request.verdict] += 1;
          if (status < 300) counts.succeeded += 1;
        }),
        { seed: SEED, numRuns: RUNS },
      );
      // A generator that makes one kind of request alone shows nothing.
      expect(counts.valid, "valid requests").toBeGreaterThan(RUNS / 10);
      expect(counts.succeeded, "requests that succeeded").toBeGreaterThan(RUNS / 50);
      if (operation.parameters.length > 0 || operation.body !== undefined) expect(counts.invalid, "invalid requests").toBeGreaterThan(RUNS / 20);
    },
    Math.max(LIMITS.testTimeout, 60 * RUNS),
  );
});

/** Sees that a request is answered as its contract says, and that its shape is judged as it should be. */
async function judge(emulator: Emulator<unknown, unknown>, operation: ContractOperation, request: TriedRequest): Promise<{ readonly status: number }> {
  const answer = await send(emulator, request);
  const { status } = answer;
  expect(operation.replyIssues(status, answer.type, answer.text), `the answer ${status} ${answer.text.slice(0, 300)}`).toEqual([]);
  expect(status, "no failure of the service").toBeLessThan(500);
  if (request.verdict === "invalid") expect(status, "an invalid request is refused").toBeGreaterThanOrEqual(400);
  if (request.verdict === "valid" && status >= 400) {
    // It may be refused for what is true now, but not for its shape: then a fault strikes it.
    emulator.inject({ operationId: operation.id, response: { status: ACCEPTED } });
    expect((await send(emulator, request)).status, `a valid request passes; this one got ${answer.text.slice(0, 300)}`).toBe(ACCEPTED);
  }
  return { status };
}

async function send(
  { fetch }: Emulator<unknown, unknown>,
  { target, method, headers, body }: TriedRequest,
): Promise<{ status: number; type: string | undefined; text: string }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${HANG_MS} ms`)), HANG_MS);
  });
  try {
    const response = await Promise.race([fetch(`https://service.example.com${target}`, { method, headers, ...(body === undefined ? {} : { body }) }), late]);
    const text = await response.text();
    return { status: response.status, type: response.headers.get("content-type") ?? undefined, text };
  } finally {
    clearTimeout(timer);
  }
}
