import eventsDocument from "@keywright/events/openapi.json" with { type: "json" };
import { auditEventToEcs, auditEventToOcsf } from "@keywright/events/formats";
import { AUDIT_OBJECT_TYPE_VALUES } from "@keywright/events/values";
import { ecsFormat, ocsfFormat } from "@keywright/sinks/formats";

const ocsf = ocsfFormat(auditEventToOcsf);
const ecs = ecsFormat(auditEventToEcs);

/** Kinds of objects, and events without one or with a later one. */
const OBJECTS = [...AUDIT_OBJECT_TYPE_VALUES, "laterword", undefined];

/** Actions and their opposites, by the contract. */
const OPPOSITES: { readonly [action: string]: string } = eventsDocument.components.schemas.AuditAction["x-opposite"];

/** Returns the opposites that have one type in OCSF, or one action in ECS, for a kind of object. */
export function alikeOpposites(): readonly string[] {
  return Object.entries(OPPOSITES).flatMap(([action, opposite]) =>
    OBJECTS.filter((object_type) => {
      const [one, other] = [action, opposite].map((name) => {
        const event = { action: name, object_type };
        return [ocsf.convert(event).event.type_uid, ecs.convert(event).event.event["action"]] as const;
      });
      return one?.[0] === other?.[0] || one?.[1] === other?.[1];
    }).map((object_type) => `${action} and ${opposite} of ${object_type}`),
  );
}
