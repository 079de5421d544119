import * as fc from "fast-check";
import type { EventsEmulator } from "../../src/events.ts";
import type { ManagementEmulator } from "../../src/management.ts";
import type { VaultEmulator } from "../../src/vault.ts";
import type { Hints } from "./values.ts";

const from = (...values: readonly unknown[]): fc.Arbitrary<unknown> => fc.constantFrom(...values);

const times = from("2026-02-20T00:00:00Z", "2027-01-01", "20260220", "1970-01-01T00:00", "20260302T08+0200", "2026-02-20T23:59:60.5Z", "2026-02-29", null);

/** What exists in the organization, so that requests get behind the first check. */
export function managementHints({ store, clientId, clientSecret }: ManagementEmulator): Hints {
  const people = store.people.list().slice(0, 8);
  const users = store.users.list();
  return {
    workflowId: from(...store.workflows.list().map(({ id }) => id), "unknown"),
    runId: from(...store.runs.list().map(({ id }) => id), "unknown"),
    variables: from("handoverNote", "lastWorkingDay", "handoverNote,unknown"),
    id: from(...people.map(({ id }) => id), people[0]?.id.replaceAll("-", ""), "finance.lead@example.com", "no/body+o'neil@example.com", "../a@example.com"),
    userId: from(...users.map(({ id }) => id), "unknown"),
    filter: from('eventType eq "employee_login_success"', "id gt 5 and not (uuid pr)", 'target[type eq "User"]', "id gt", 'published ge "2026-03-01"'),
    q: from("finance.lead@example.com", "User", "("),
    since: times,
    until: times,
    startDate: times,
    leavingDate: times,
    after: from("unknown"),
    scope: from("Apps.Read", "Apps.Read AuditLog.Read", "Apps.Read Users.Read", "offline_access", "Unknown"),
    client_id: from(clientId),
    client_secret: from(clientSecret, "wrong"),
    teams: from(["Finance"], ["Unknown"], [], null),
    location: from("Berlin", "Nowhere yet", "", null),
    lineManagerEmail: from("finance.lead@example.com", "nobody@example.com", null),
    path: from(
      "active",
      "title",
      "name.familyName",
      'emails[type eq "work"].value',
      "emails",
      "roles",
      "userName",
      "phoneNumbers",
      "displayName",
      "meta",
      "emails[",
      "__proto__",
    ),
    value: from(true, "text", { familyName: "Lead" }, [{ value: "a@example.com", type: "work", primary: true }], [{ value: "Administrator" }], null),
  };
}

/** What exists in the vaults. */
export function vaultHints({ store, fileItemUUID, fileUUID, deniedVaultUUID }: VaultEmulator): Hints {
  const vault = store.items.get(fileItemUUID ?? "")?.vaultId;
  const field = from("username", "password", "unknown", "");
  const attribute = from("value", "label", "type", "generate", "section", "recipe", "purpose", "__proto__");
  const paths = fc.oneof(
    from("/title", "/tags", "/tags/0", "/tags/-", "/fields", "/fields/-", "/urls/0/href", "/sections", "/category", "/favorite", "/id", "/"),
    fc.tuple(field, attribute).map(([id, name]) => `/fields/${String(id)}/${String(name)}`),
  );
  return {
    // Many of one and few of the others: most requests are to succeed.
    vaultUUID: from(vault, vault, vault, vault, vault, deniedVaultUUID, "z".repeat(26)),
    itemUUID: from(fileItemUUID, fileItemUUID, fileItemUUID, fileItemUUID, "z".repeat(26)),
    fileUUID: from(fileUUID, fileUUID, fileUUID, "z".repeat(26)),
    filter: from('name eq "Production"', 'title eq "Finance portal"', 'tag co "fin"', "title", 'name eq "'),
    VaultReference: from({ id: vault }),
    section: fc.constant({ id: "security" }),
    sections: fc.constant([{ id: "security", label: "Security" }]),
    JsonPatchPath: paths,
    value: from("text", true, ["a"], { id: "new", type: "STRING", value: "x" }, [{ id: "one", value: "y" }], null, 7),
    characterSets: from(["LETTERS"], ["DIGITS", "SYMBOLS"], [], ["UNKNOWN"]),
  };
}

/** Positions of the streams. */
export async function eventsHints(emulator: EventsEmulator): Promise<Hints> {
  const cursors = await Promise.all(
    ["auditevents", "itemusages", "signinattempts"].map(async (stream) => {
      const response = await emulator.fetch(`https://events.example.com/api/v2/${stream}`, {
        method: "POST",
        headers: { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" },
        body: '{"limit":5,"start_time":"2026-02-20T00:00:00Z"}',
      });
      return ((await response.json()) as { readonly cursor: string }).cursor;
    }),
  );
  return { cursor: from(...cursors, "unknown", `${cursors[0] ?? ""}x`) };
}
