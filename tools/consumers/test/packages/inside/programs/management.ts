import { createManagementClient } from "@keywright/management";
import { findCategory } from "@keywright/management/categories";
import { listAuditLogsFilter } from "@keywright/management/filters";
import { waitForRun, waitingActions } from "@keywright/management/runs";
import { expectSame, type Services } from "../run-packages.ts";

/** The waiting run of the emulator's default state. */
const RUN = { workflowId: "5b0e6a5c-3f0e-4a53-9d2a-0c6f6d2c1a02", runId: "c2f4b1de-7a04-4a0b-8f35-1d9f3f0b7a12" };

/** Reads the pages of the audit log with a filter, waits for a run, and finds a category. */
export async function run({ management: { baseUrl, token } }: Services): Promise<string> {
  const management = createManagementClient({ baseUrl, token });
  const filter = listAuditLogsFilter.sw("eventType", "integration_");
  const chosen = await management.listAuditLogs({ since: "2020-01-01T00:00:00Z", limit: 500, filter }).toArray({ max: 10_000 });
  expectSame("events of the filter", chosen.filter(({ eventType }) => eventType?.startsWith("integration_")).length, 1200);

  const waiting = await waitForRun(management, RUN, { stopAt: ["Waiting"] });
  const actions = waitingActions(waiting).map(({ name }) => name);
  expectSame("what the run waits for", actions.join(), "Approve,Reject");
  expectSame("a category", findCategory(await management.listAppCategories(), ["Finance", "Accounting"]).name, "Accounting");
  return `${chosen.length} events of a filter, a run that waits, a category`;
}
