import type { OpenEmulated } from "../core/emulated.ts";
import { createManagementEmulator } from "./create-management-emulator.ts";
import type { NewAuditEvent } from "../../generated/seed.ts";

/** The management service for the command. */
export const openManagement: OpenEmulated = (options, seed, token) => {
  const emulator = createManagementEmulator({ ...options, seed: token === undefined ? seed : { auditEvents: 100, ...seed, token } });
  const { clientId, clientSecret } = emulator;
  return {
    emulator,
    facts: () => ({ clientId, clientSecret, token: emulator.token }),
    lines: () => [`client ${clientId}, secret ${clientSecret}`, `token  ${emulator.token}`],
    tokens: { list: () => emulator.store.tokens.list(), issue: emulator.issueToken, revoke: emulator.revokeToken },
    streams: { auditlog: (events) => emulator.appendAuditEvents(...(events as readonly NewAuditEvent[])) },
  };
};
