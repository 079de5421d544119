import type { operations } from "@keywright/management/schema";
import type { Handlers } from "../core/service.ts";
import { lasting } from "../core/written.ts";
import type { ManagementActor } from "./actor.ts";
import { auditHandlers } from "./audit-logs.ts";
import { peopleHandlers } from "./people.ts";
import { scimUserHandlers } from "./scim-users.ts";
import type { ManagementStore } from "./store.ts";
import { tokenHandlers } from "./token-grants.ts";
import { workflowRunHandlers } from "./workflow-runs.ts";

/** The operations with a path in the contract. `fireSignal` has none: the emulator serves it as a separate route. */
export type PathOperations = Omit<operations, "fireSignal">;

/** The operations of the management service. */
export const handlers: Handlers<PathOperations, ManagementStore, ManagementActor> = {
  ...tokenHandlers,
  ...workflowRunHandlers,
  ...peopleHandlers,
  ...scimUserHandlers,
  ...auditHandlers,
  listAppCategories: (_input, { store }) => ({ status: 200, body: lasting(store.organization.categories) }),
};
