import type { AuditEvent, ItemUsage, SignInAttempt } from "@keywright/events";
import {
  auditEventToEcs,
  auditEventToOcsf,
  type EcsEvent,
  type Formatted,
  itemUsageToEcs,
  itemUsageToOcsf,
  type OcsfEvent,
  signInAttemptToEcs,
  signInAttemptToOcsf,
} from "@keywright/events/formats";
import type { AuditEvent as LogEvent } from "@keywright/management";
import { auditLogToEcs, auditLogToOcsf } from "@keywright/management/formats";
import type { StreamName } from "./streams.ts";

/** Converts an event; `text` is as the service wrote it, because parsing rounds numbers. */
type Convert = (event: never, text: string) => Formatted<object>;

/** The functions that convert the events of each stream. */
export const EVENT_FORMATS: { readonly [Name in StreamName]: { readonly ecs: Convert; readonly ocsf: Convert } } = {
  auditevents: formatsOf<AuditEvent>(auditEventToEcs, auditEventToOcsf),
  itemusages: formatsOf<ItemUsage>(itemUsageToEcs, itemUsageToOcsf),
  signinattempts: formatsOf<SignInAttempt>(signInAttemptToEcs, signInAttemptToOcsf),
  auditlog: formatsOf<LogEvent>(auditLogToEcs, auditLogToOcsf),
};

function formatsOf<Event>(toEcs: (event: Event) => Formatted<EcsEvent>, toOcsf: (event: Event) => Formatted<OcsfEvent>) {
  return {
    ecs(given: Event, original: string): Formatted<EcsEvent> {
      const { event, unknown } = toEcs(given);
      return { event: { ...event, event: { ...event.event, original } }, unknown };
    },
    ocsf(given: Event, raw: string): Formatted<OcsfEvent> {
      const { event, unknown } = toOcsf(given);
      return { event: { ...event, raw_data: raw }, unknown };
    },
  };
}
