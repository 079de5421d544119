import type { CallOptions } from "@keywright/core";
import { callAt, type Operation } from "@keywright/core/client";
import type { ManagementClient, StepWaitingAction } from "../generated/client.ts";

/**
 * The one operation that the contract has no path for: its whole address comes with a run. That the POST has no body is how it is described; what it answers is not shown, and not looked at.
 *
 * @see specs/management `StepWaitingAction.href`
 */
const operation: Operation = {
  id: "fireSignal",
  method: "POST",
  path: "",
  retry: "never",
  security: { scheme: "bearer", scopes: ["Workflows.Runs.Execute"] },
  response: { status: 204, type: "none" },
  accept: "application/json, application/problem+json",
};

/**
 * Fires the signal that a waiting run waits for, so that it goes on.
 *
 * The address comes from the service's answer: it must stand at the origin of the client's `baseUrl`, and no redirect is followed, so that the token goes nowhere else.
 * Not repeated unless it is known not to have happened. A signal that was fired already, or that a timer has overtaken, is refused by the service.
 *
 * Needs a token with `Workflows.Runs.Execute`.
 *
 * @param action An action of a run: one of `waitingActions`, or as it is on the wire, with its `href`.
 * @param call For this call: signal, deadlines, when to repeat, headers.
 * @throws ArgumentError before any I/O, where there is no `href` or it stands at another origin.
 * @throws ApiError 401, 403, 404, and whatever the service refuses it with.
 * @see specs/management `StepWaitingAction.href`
 */
export async function fireSignal(client: ManagementClient, action: Pick<StepWaitingAction, "href">, call?: CallOptions): Promise<void> {
  await callAt(client, operation, (action as typeof action | undefined)?.href as string, call);
}
