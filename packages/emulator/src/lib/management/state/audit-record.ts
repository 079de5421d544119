import type { components } from "@keywright/management/schema";
import type { Context } from "../../core/service/service.ts";
import { defined } from "../../core/values/json.ts";
import { describeActor, type ManagementActor } from "./actor.ts";
import type { PersonRecord, ScimUserRecord } from "./records.ts";
import { displayNameOf } from "./display-name.ts";
import { fullName } from "./person-view.ts";
import type { ManagementStore } from "./store.ts";

type Schemas = components["schemas"];

/**
 * Returns the `uuid` of an event: a number that differs from its id, so that tests notice a mix-up.
 */
export function uuidOf(id: number): number {
  return 700_000_000 + id;
}

/** Records an action of a caller, such as `person_updated`, in the audit log. */
export function recordAction(
  { store, actor, request, now }: Context<ManagementStore, ManagementActor>,
  eventType: string,
  target: Schemas["AuditTarget"][],
  details?: { readonly [name: string]: unknown },
): void {
  const id = store.audit.nextId();
  const { userId, name, email } = describeActor(actor, store);
  const event = {
    id,
    published: now().toISOString(),
    eventType,
    client: { ipAddress: request.ip },
    target,
    details: details && { ...details },
    actor: defined({ id: userId, type: email === undefined ? "ApiClient" : "User", displayName: name, alternateId: email, detail: request.userAgent }),
    uuid: uuidOf(id),
  };
  store.audit.append(defined(event));
}

/** Returns a user as the target of an event. */
export function userTarget({ id, user }: ScimUserRecord): Schemas["AuditTarget"] {
  return defined({ id, type: "User", displayName: displayNameOf(user), alternateId: user.userName });
}

/** Returns a person as the target of an event. */
export function personTarget({ id, fields }: PersonRecord): Schemas["AuditTarget"] {
  return defined({ id, type: "Person", displayName: fullName(fields), alternateId: fields.email });
}
