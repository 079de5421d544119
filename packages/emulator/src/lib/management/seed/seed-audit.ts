import { cyclic } from "../../core/values/lists.ts";
import type { Random } from "../../core/values/random.ts";
import { uuidOf } from "../state/audit-record.ts";
import { displayNameOf } from "../state/display-name.ts";
import type { AuditEventRecord, ScimUserRecord } from "../state/records.ts";

const SPAN_MS = 14 * 86_400_000;
// The last of 4000 events have the ids of the contract's examples.
const FIRST_ID = 44_219;

const APPS = ["Example Ledger", "Example Travel", "Example Mail", "Example Board"];
const AGENTS = ["Example Browser", "Example Desktop 8.10", "Example Mobile 4.2"];
const INTEGRATION_EVENTS = ["integration_sync_started", "integration_sync_completed", "integration_sync_failed", "integration_connected"];

/** Returns audit events of the last two weeks. The same seed and time return the same events. */
export function seedAuditEvents(random: Random, nowMs: number, count: number, users: readonly ScimUserRecord[]): readonly AuditEventRecord[] {
  const step = SPAN_MS / count;
  const apps = APPS.map((displayName) => ({ id: random.uuid(), type: "CustomerApp", displayName }));
  return Array.from({ length: count }, (_unused, index): AuditEventRecord => {
    const id = FIRST_ID + index;
    const published = new Date(Math.floor(nowMs - SPAN_MS + step * (index + random.next()))).toISOString();
    const user = userTarget(random.pick(users));
    const client = { ipAddress: `192.0.2.${random.integer(1, 254)}` };
    const common = { id, published, uuid: uuidOf(id) };
    if (index % 10 < 6) {
      const actor = { ...user, ...(index % 4 === 0 ? {} : { detail: random.pick(AGENTS) }) };
      return { ...common, eventType: "employee_login_success", client, target: [user], details: { method: random.pick(["sso", "password"]) }, actor };
    }
    if (index % 10 < 9) {
      const eventType = cyclic(INTEGRATION_EVENTS, index);
      // Actions of the service itself have no actor and no address.
      const details = eventType.endsWith("completed") ? { details: { users: random.integer(1, 90) } } : {};
      return { ...common, eventType, target: [random.pick(apps)], ...details };
    }
    const other = userTarget(random.pick(users));
    return { ...common, eventType: "user_updated", client, target: [other, random.pick(apps)], actor: user };
  });
}

function userTarget({ id, user }: ScimUserRecord): { readonly id: string; readonly type: string; readonly displayName?: string; readonly alternateId: string } {
  const displayName = displayNameOf(user);
  return { id, type: "User", ...(displayName === undefined ? {} : { displayName }), alternateId: user.userName };
}
