import { auditEventToEcs, auditEventToOcsf, itemUsageToEcs, itemUsageToOcsf, signInAttemptToEcs, signInAttemptToOcsf } from "@keywright/events/formats";
import { auditLogToEcs, auditLogToOcsf } from "@keywright/management/formats";
import { ecsFormat, type EventFormat, type FormatMapping, ocsfFormat } from "@keywright/sinks/formats";
import type { StreamName } from "./streams.ts";

const MAPPINGS: { readonly [Name in StreamName]: { readonly ecs: FormatMapping; readonly ocsf: FormatMapping } } = {
  auditevents: { ecs: auditEventToEcs, ocsf: auditEventToOcsf },
  itemusages: { ecs: itemUsageToEcs, ocsf: itemUsageToOcsf },
  signinattempts: { ecs: signInAttemptToEcs, ocsf: signInAttemptToOcsf },
  auditlog: { ecs: auditLogToEcs, ocsf: auditLogToOcsf },
};

/** Returns the conversion of a stream's events to a format. */
export function formatOf(stream: StreamName, format: "ecs" | "ocsf"): EventFormat<object> {
  return format === "ecs" ? ecsFormat(MAPPINGS[stream].ecs) : ocsfFormat(MAPPINGS[stream].ocsf);
}
