// Generated from specs/management/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import type { PersonInfoType, PersonStatus, PersonType, TokenFailureCode, WorkflowRunStatus, WorkflowRunStepStatus } from "./client.ts";

/** The known values of {@link PersonInfoType}, in the order of the contract. */
export const PERSON_INFO_TYPE_VALUES = ["Contact", "User"] as const satisfies readonly PersonInfoType[];

/** The known values of {@link PersonStatus}, in the order of the contract. */
export const PERSON_STATUS_VALUES = ["New", "Terminated", "Active", "Unknown"] as const satisfies readonly PersonStatus[];

/** The known values of {@link PersonType}, in the order of the contract. */
export const PERSON_TYPE_VALUES = ["Employee", "Contractor", "ServiceAccount", "External"] as const satisfies readonly PersonType[];

/** The known values of {@link TokenFailureCode}, in the order of the contract. */
export const TOKEN_FAILURE_CODE_VALUES = ["invalid_client", "invalid_scope", "invalid_request", "invalid_grant", "unauthorized_client", "unsupported_grant_type"] as const satisfies readonly TokenFailureCode[];

/** The known values of {@link WorkflowRunStatus}, in the order of the contract. */
export const WORKFLOW_RUN_STATUS_VALUES = ["InProgress", "Waiting", "Failed", "Completed", "Terminated"] as const satisfies readonly WorkflowRunStatus[];

/** The known values of {@link WorkflowRunStepStatus}, in the order of the contract. */
export const WORKFLOW_RUN_STEP_STATUS_VALUES = ["NotStarted", "InProgress", "Waiting", "Failed", "Completed", "Skipped", "SkippedWithError"] as const satisfies readonly WorkflowRunStepStatus[];
