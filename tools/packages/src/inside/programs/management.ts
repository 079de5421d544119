import { createManagementClient, isApiError } from "@keywright/management";
import { listAuditLogsFilter } from "@keywright/management/filters";
import { errorOf, expectSame, type Services } from "../program.ts";

/** Gets a token, walks the audit log by a filter, and is refused with a wrong token. */
export async function run({ management: { baseUrl, clientId, clientSecret, token } }: Services): Promise<string> {
  const management = createManagementClient({ baseUrl, token });
  const issued = await management.issueToken({ clientId, clientSecret, body: { grant_type: "client_credentials", scope: "AuditLog.Read" } });
  expectSame("the kind of token", issued.token_type, "Bearer");

  const filter = listAuditLogsFilter.sw("eventType", "integration_");
  let pages = 0;
  let events = 0;
  for await (const page of createManagementClient({ baseUrl, token: issued.access_token }).listAuditLogs({ filter }).pages()) {
    if (!page.items.every(({ eventType }) => eventType?.startsWith("integration_"))) throw new Error("the filter let another event through");
    pages += 1;
    events += page.items.length;
    if (pages === 3) break;
  }
  expectSame("pages with events", pages === 3 && events > 0, true);

  const refused = await errorOf("a wrong token", () => createManagementClient({ baseUrl, token: "wrong" }).raw.listAuditLogs());
  expectSame("status of a wrong token", isApiError(refused, 401), true);
  const missing = await errorOf("a person who is not there", () => management.updatePerson({ id: "nobody@example.com", body: { firstName: "No" } }));
  expectSame("status of a person who is not there", isApiError(missing, 404), true);
  return `a token, ${events} events on ${pages} pages, a 401 and a 404 caught`;
}
