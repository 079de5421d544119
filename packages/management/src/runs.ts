export { getRun } from "./lib/get-run.ts";
export { waitForRun } from "./lib/wait-for-run.ts";
export type { WaitOptions } from "./lib/wait-for-run.ts";
export { waitingAction, waitingActions } from "./lib/waiting-actions.ts";
export type { ActionQuery, WaitingAction } from "./lib/waiting-actions.ts";
