import { eventsService } from "../src/lib/events/service.ts";
import { BODY_LIMIT, testStatuses } from "./statuses.ts";
import { poll, send, SMALL_SEED, testEmulator } from "./support.ts";

type Stream = Parameters<typeof poll>[1];

const errorResponse = (status: number, message: string) => ({ [status]: { status, message } });
const limited = errorResponse(429, "Too many requests");
const failed = errorResponse(500, "Internal server error");

function stream(name: Stream) {
  const path = `/api/v2/${name}`;
  return {
    200: (emulator: ReturnType<typeof testEmulator>) => poll(emulator, name, {}),
    400: (emulator: ReturnType<typeof testEmulator>) => poll(emulator, name, { limit: 0 }),
    401: (emulator: ReturnType<typeof testEmulator>) => send(emulator, path, { method: "POST", body: "{}", headers: { "content-type": "application/json" } }),
    413: (emulator: ReturnType<typeof testEmulator>) => poll(emulator, name, { cursor: "a".repeat(BODY_LIMIT) }),
    415: (emulator: ReturnType<typeof testEmulator>) =>
      send(emulator, path, { method: "POST", body: "{}", headers: { authorization: `Bearer ${emulator.token}`, "content-type": "text/plain" } }),
  };
}

testStatuses({
  operations: eventsService().contract.operations,
  make: (options) => testEmulator({ seed: SMALL_SEED, ...options }),
  reached: {
    introspect: {
      200: (emulator) => send(emulator, "/api/v2/auth/introspect"),
      401: (emulator) => send(emulator, "/api/v2/auth/introspect", { headers: {} }),
    },
    listAuditEvents: stream("auditevents"),
    listItemUsages: stream("itemusages"),
    listSignInAttempts: stream("signinattempts"),
  },
  injected: {
    // Introspection has neither parameters nor a body that could be wrong.
    introspect: { ...errorResponse(400, "Bad request"), ...limited, ...failed },
    listAuditEvents: { ...limited, ...failed },
    listItemUsages: { ...limited, ...failed },
    listSignInAttempts: { ...limited, ...failed },
  },
});
