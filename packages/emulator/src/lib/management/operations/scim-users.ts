import type { components, operations } from "@keywright/management/schema";
import type { Handlers } from "../../core/service/service.ts";
import type { ManagementActor } from "../state/actor.ts";
import { recordAction, userTarget } from "../state/audit-record.ts";
import { displayNameOf } from "../state/display-name.ts";
import { invalidFields, notThere, problem } from "../problems/problem.ts";
import type { ScimUserRecord } from "../state/records.ts";
import { patchUser } from "../scim/scim-user-rules.ts";
import type { ManagementStore } from "../state/store.ts";

type Schemas = components["schemas"];
type UserHandlers = Handlers<Pick<operations, "patchScimUser" | "deleteScimUser">, ManagementStore, ManagementActor>;

const MANAGERS = { system: "the system", epm: "an endpoint management integration" } as const;

/** Patches and deletes users with access to the service. */
export const scimUserHandlers: UserHandlers = {
  patchScimUser({ path, body }, context) {
    const { store, random, request, now } = context;
    const record = findUser(store, path.userId);
    if (record === undefined) return notThere(random, `The user ${path.userId}`);
    if (record.managedBy !== undefined) return problem(random, 403, `The user is managed by ${MANAGERS[record.managedBy]} and cannot be changed.`);
    const patched = patchUser(record.user, body.Operations, store.organization);
    if ("errors" in patched) return invalidFields(random, patched.errors);
    const user = { ...patched.user, meta: { ...patched.user.meta, lastModified: now().toISOString() } };
    const changed = store.users.replace({ ...record, user });
    recordAction(context, "user_updated", [userTarget(changed)], { attributes: [...new Set(body.Operations.map((operation) => operation.path))].join(", ") });
    return { status: 200, body: viewUser(changed, request.origin) };
  },
  deleteScimUser({ path }, context) {
    const { store, random } = context;
    const record = findUser(store, path.userId);
    if (record === undefined) return notThere(random, `The user ${path.userId}`);
    if (record.managedBy !== undefined) return problem(random, 400, `The user is managed by ${MANAGERS[record.managedBy]} and cannot be deleted.`);
    // Deleted users are kept.
    store.users.replace({ ...record, deleted: true });
    recordAction(context, "user_deleted", [userTarget(record)]);
    return { status: 204 };
  },
};

function findUser(store: ManagementStore, id: string): ScimUserRecord | undefined {
  const record = store.users.get(id);
  return record?.deleted === true ? undefined : record;
}

/** Returns a user for a response, with derived attributes. */
export function viewUser({ id, user }: ScimUserRecord, origin: string): Schemas["ScimUser"] {
  const displayName = displayNameOf(user);
  return {
    ...user,
    id,
    ...(displayName === undefined ? {} : { displayName }),
    ...(user.locale === undefined ? {} : { preferredLanguage: user.locale }),
    meta: { ...user.meta, resourceType: "User", location: `${origin}/api/scim/v2/Users/${encodeURIComponent(id)}` },
  };
}
