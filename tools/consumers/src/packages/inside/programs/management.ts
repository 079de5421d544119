import { createManagementClient, isApiError, scimPatch, settleEach } from "@keywright/management";
import { findCategory, flattenCategories } from "@keywright/management/categories";
import { auditLogFeed } from "@keywright/management/feeds";
import { listAuditLogsFilter } from "@keywright/management/filters";
import { getRun, waitForRun, waitingActions } from "@keywright/management/runs";
import { WORKFLOW_RUN_STATUS_VALUES } from "@keywright/management/values";
import { errorOf, expectSame, type Services } from "../program.ts";
import { followFeed } from "../uses/follow-feed.ts";

/** The waiting run of the emulator's default state. */
const RUN = { workflowId: "5b0e6a5c-3f0e-4a53-9d2a-0c6f6d2c1a02", runId: "c2f4b1de-7a04-4a0b-8f35-1d9f3f0b7a12" };

/** Requests a token, reads the audit log with a filter and follows it, reads a run and the categories, offboards people, and fails with a wrong token. */
export async function run({ management: { baseUrl, clientId, clientSecret, token } }: Services): Promise<string> {
  const management = createManagementClient({ baseUrl, token });
  const issued = await management.issueToken({ clientId, clientSecret, body: { grant_type: "client_credentials", scope: "AuditLog.Read" } });
  expectSame("the kind of token", issued.token_type, "Bearer");

  const filter = listAuditLogsFilter.sw("eventType", "integration_");
  let pages = 0;
  let events = 0;
  for await (const page of createManagementClient({ baseUrl, token: issued.access_token }).listAuditLogs({ filter }).pages()) {
    if (!page.items.every(({ eventType }) => eventType?.startsWith("integration_"))) throw new Error("the filter must only return its events");
    pages += 1;
    events += page.items.length;
    if (pages === 3) break;
  }
  expectSame("pages with events", pages === 3 && events > 0, true);

  const logged = await management.listAuditLogs({ since: "2020-01-01T00:00:00Z", limit: 500 }).toArray({ max: 10_000 });
  const feed = await followFeed(
    "audit log events",
    (options) => auditLogFeed(management, { ...options, limit: 500 }),
    logged,
    ({ id }) => id,
  );

  const { status } = await waitForRun(management, RUN, { stopAt: ["Waiting"] });
  expectSame(
    "a status that is known",
    WORKFLOW_RUN_STATUS_VALUES.some((known) => known === status),
    true,
  );
  const actions = waitingActions(await getRun(management, RUN)).map(({ name }) => name);
  expectSame("what the run waits for", actions.join(), "Approve,Reject");

  const tree = await management.listAppCategories();
  const { id } = findCategory(tree, ["Finance", "Accounting"]);
  expectSame(
    "a category in the list",
    flattenCategories(tree)
      .find((place) => place.id === id)
      ?.path.join("/"),
    "Finance/Accounting",
  );

  const people = ["contractor.twelve@example.com", "nobody@example.com"];
  const outcomes: string[] = [];
  for await (const { item, outcome } of settleEach(people, (email) => management.updatePerson({ id: email, body: { leavingDate: "2026-03-31" } })))
    outcomes.push(`${item} ${outcome}`);
  expectSame("the outcomes of two changes", outcomes.sort().join(), `${people[0]} done,${people[1]} failed`);
  const userId = "7e51c0f2-0d4b-4c6a-8b21-5a9e3d7f0002";
  await management.patchScimUser({ userId, body: scimPatch().replace("active", false).body });

  const refused = await errorOf("a wrong token", () => createManagementClient({ baseUrl, token: "wrong" }).raw.listAuditLogs());
  expectSame("status of a wrong token", isApiError(refused, 401), true);
  const missing = await errorOf("a person who is not there", () => management.updatePerson({ id: "nobody@example.com", body: { firstName: "No" } }));
  expectSame("status of a person who is not there", isApiError(missing, 404), true);
  return `${feed}, a run that waits, a category, a token, ${events} events on ${pages} pages, a 401 and a 404 caught`;
}
