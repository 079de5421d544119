import type { AppCategory, ManagementClient } from "@keywright/management";
import type { Report } from "./report.ts";

/** Identifiers that the administrator already has. */
const known = {
  person: "contractor.twelve@example.com",
  userId: "2819c223-7f76-453a-919d-413861904646",
  workflowId: "5b0e6a5c-3f0e-4a53-9d2a-0c6f6d2c1a01",
  runId: "c2f4b1de-7a04-4a0b-8f35-1d9f3f0b7a11",
};

/** An administrator: gets a token, offboards a person, and finds it in the audit log. */
export async function managementStory(management: ManagementClient, { title, call }: Report): Promise<void> {
  title("Management: an administrator automates people, users and audits");
  await call(
    'management.issueToken({ clientId, clientSecret, body: { grant_type: "client_credentials" } })',
    () => management.issueToken({ clientId: "example-client", clientSecret: "example-client-secret", body: { grant_type: "client_credentials" } }),
    ({ expires_in, scope }) => `a token for ${expires_in} seconds: ${scope}`,
  );
  await call(
    'management.updatePerson({ id: "contractor.twelve@example.com", body: { leavingDate: "2026-03-31", lineManagerId: null } })',
    () => management.updatePerson({ id: known.person, body: { leavingDate: "2026-03-31", lineManagerId: null } }),
    ({ email, status, jobTitle }) => `${email}: ${status}, ${jobTitle}`,
  );
  await call(
    "management.getWorkflowRun({ workflowId, runId })",
    () => management.getWorkflowRun({ workflowId: known.workflowId, runId: known.runId }),
    ({ results }) => results.map(({ name, status, steps = [] }) => `${name}: ${status}, ${steps.length} steps`).join("; "),
  );
  await call(
    'management.patchScimUser({ userId, body: { … Operations: [{ op: "replace", path: "active", value: false }] } })',
    () =>
      management.patchScimUser({
        userId: known.userId,
        body: { schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], Operations: [{ op: "replace", path: "active", value: false }] },
      }),
    ({ userName, active }) => `${userName}: active ${active}`,
  );
  await call(
    "management.deleteScimUser({ userId })",
    () => management.deleteScimUser({ userId: known.userId }),
    () => "access removed",
  );
  await call(
    "management.listAuditLogs({ limit: 100 }).toArray({ max: 1000 })",
    () => management.listAuditLogs({ limit: 100 }).toArray({ max: 1000 }),
    (events) => `${events.length} events over ${new Set(events.map(({ eventType }) => eventType)).size} types; last: ${events.at(-1)?.eventType}`,
  );
  await call(
    "management.listAppCategories()",
    () => management.listAppCategories(),
    (root) => `${root.name}: ${countBelow(root)} categories`,
  );
}

function countBelow({ children = [] }: AppCategory): number {
  return children.reduce((count, child) => count + 1 + countBelow(child), 0);
}
