import type { ManagementTokenOptions, NewAuditEvent } from "../../../generated/seed.ts";
import type { Random } from "../../core/values/random.ts";
import { expiryOf } from "../../core/service/tokens.ts";
import { uuidOf } from "./audit-record.ts";
import type { AuditEventRecord, ClientApp, ManagementToken } from "./records.ts";
import { withoutOffline } from "./scopes.ts";

/** Returns an event with the properties that the service generates. */
export function newAuditEvent({ id = 0, ...event }: NewAuditEvent, nowMs: number): AuditEventRecord {
  return { published: new Date(nowMs).toISOString(), uuid: uuidOf(id), ...event, id };
}

/** Returns a token of a program. */
export function newManagementToken(
  { value, scopes, userId, expiresInSeconds }: ManagementTokenOptions,
  { clientId, scopes: all }: Pick<ClientApp, "clientId" | "scopes">,
  random: Random,
  nowMs: number,
): ManagementToken {
  return {
    value: value ?? `management-token-${random.id()}`,
    clientId,
    scopes: scopes ?? withoutOffline(all),
    issuedAt: new Date(nowMs).toISOString(),
    ...expiryOf(expiresInSeconds, nowMs),
    ...(userId === undefined ? {} : { userId }),
  };
}
