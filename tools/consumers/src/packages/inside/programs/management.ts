import { createManagementClient, isApiError } from "@keywright/management";
import { findCategory, flattenCategories } from "@keywright/management/categories";
import { auditLogFeed } from "@keywright/management/feeds";
import { listAuditLogsFilter } from "@keywright/management/filters";
import { getRun, waitForRun, waitingActions } from "@keywright/management/runs";
import { WORKFLOW_RUN_STATUS_VALUES } from "@keywright/management/values";
import { errorOf, expectSame, type Services } from "../program.ts";
import { followFeed } from "../uses/follow-feed.ts";

/** The waiting run of the emulator's default state. */
const RUN = { workflowId: "5b0e6a5c-3f0e-4a53-9d2a-0c6f6d2c1a02", runId: "c2f4b1de-7a04-4a0b-8f35-1d9f3f0b7a12" };

/** Reads the audit log with a filter and follows it, reads a run and the categories, and fails with a wrong token. */
export async function run({ management: { baseUrl, token } }: Services): Promise<string> {
  const management = createManagementClient({ baseUrl, token });
  const start = { since: "2020-01-01T00:00:00Z", limit: 500 };
  const listed = await management.listAuditLogs(start).toArray({ max: 10_000 });
  const feed = await followFeed(
    "audit log events",
    (options) => auditLogFeed(management, { ...options, limit: 500 }),
    listed,
    ({ id }) => id,
  );

  const chosen = await management.listAuditLogs({ ...start, filter: listAuditLogsFilter.sw("eventType", "integration_") }).toArray({ max: 10_000 });
  const others = listed.filter(({ eventType }) => !eventType?.startsWith("integration_"));
  expectSame("events of the filter", chosen.length, listed.length - others.length);

  const { status = "" } = await waitForRun(management, RUN, { stopAt: ["Waiting"] });
  expectSame("a status that is known", (WORKFLOW_RUN_STATUS_VALUES as readonly string[]).includes(status), true);
  const actions = waitingActions(await getRun(management, RUN)).map(({ name }) => name);
  expectSame("what the run waits for", actions.join(), "Approve,Reject");

  const tree = await management.listAppCategories();
  const { id } = findCategory(tree, ["Finance", "Accounting"]);
  const category = flattenCategories(tree).find((place) => place.id === id);
  expectSame("a category in the list", category?.path.join("/"), "Finance/Accounting");

  const refused = await errorOf("a wrong token", () => createManagementClient({ baseUrl, token: "wrong" }).raw.listAuditLogs());
  expectSame("status of a wrong token", isApiError(refused, 401), true);
  return `${feed}, ${chosen.length} of a filter, a run that waits, a category, a 401 caught`;
}
