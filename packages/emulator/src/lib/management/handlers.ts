import type { operations } from "@keywright/management/schema";
import type { Handlers } from "../core/service/service.ts";
import { serializedOnce } from "../core/values/written.ts";
import type { ManagementActor } from "./state/actor.ts";
import { auditHandlers } from "./operations/audit-logs.ts";
import { peopleHandlers } from "./operations/person-changes.ts";
import { scimUserHandlers } from "./operations/scim-users.ts";
import type { ManagementStore } from "./state/store.ts";
import { tokenHandlers } from "./operations/token-grants.ts";
import { workflowRunHandlers } from "./operations/workflow-runs.ts";

/** The operations with a path in the contract; `fireSignal` is served as a separate route. */
export type PathOperations = Omit<operations, "fireSignal">;

/** The operations of the management service. */
export const handlers: Handlers<PathOperations, ManagementStore, ManagementActor> = {
  ...tokenHandlers,
  ...workflowRunHandlers,
  ...peopleHandlers,
  ...scimUserHandlers,
  ...auditHandlers,
  listAppCategories: (_input, { store }) => ({ status: 200, body: serializedOnce(store.organization.categories) }),
};
