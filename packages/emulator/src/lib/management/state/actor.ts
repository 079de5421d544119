import type { components } from "@keywright/management/schema";
import type { Actor } from "../../core/service/service.ts";
import { displayNameOf } from "./display-name.ts";
import type { ClientApp, ManagementToken } from "./records.ts";
import type { ManagementStore } from "./store.ts";

/** The caller of the management service: a program, for itself or on behalf of a user. */
export interface ManagementActor extends Actor {
  /** The program, if the request has its credentials or a token. */
  readonly app?: ClientApp;
  readonly token?: ManagementToken;
}

/** Returns the caller in the form of people, runs and the audit log. */
export function describeActor({ app, token }: ManagementActor, store: ManagementStore): components["schemas"]["UserInfoFlow"] {
  const user = token?.userId === undefined ? undefined : store.users.get(token.userId);
  if (user === undefined) return app === undefined ? {} : { userId: app.clientId, name: app.name };
  const name = displayNameOf(user.user);
  return { userId: user.id, ...(name === undefined ? {} : { name }), email: user.user.userName };
}
