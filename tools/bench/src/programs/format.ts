import { appendFile, rm } from "node:fs/promises";
import { run } from "../../../../packages/tail/src/lib/run.ts";
import { type auditEvent, pageText } from "./canned-data.ts";
import { respondWith } from "./respond-with.ts";

type Event = ReturnType<typeof auditEvent>;

const PAGE = 1000;
const [how = "", file = ""] = process.argv.slice(2);
const page = pageText(PAGE);

/** Returns the pages of a feed in turn. */
function service(pages: number): (url: string) => Promise<Response> {
  let sent = 0;
  const headers = { "content-type": "application/json" };
  const token = JSON.stringify({ uuid: "EXAMPLE", issued_at: "2026-03-02T08:00:00Z", features: ["auditevents"] });
  return async (url) => new Response(url.endsWith("/introspect") ? token : page(`c${(sent += 1)}`, sent < pages), { headers });
}

/** CPU time of 1,000 events from their page to a file. */
respondWith(async (pages: number): Promise<number> => {
  await rm(file, { force: true });
  const fetch = service(pages);
  const began = process.cpuUsage();
  if (how === "hand") {
    for (let left = pages; left > 0; left -= 1) {
      const { items } = (await (await fetch("")).json()) as { readonly items: readonly Event[] };
      await appendFile(file, items.map((event) => `${JSON.stringify(byHand(event))}\n`).join(""), { flush: true });
    }
  } else {
    const env = { KEYWRIGHT_EVENTS_URL: "https://events.example.com", KEYWRIGHT_EVENTS_TOKEN: "example-token" };
    const args = ["auditevents", "--once", "--no-checkpoint", "--page-size", String(PAGE), "--since", "2026-01-01", "--output", file, "--format", how];
    let said = "";
    const stderr = { write: (text: string) => void (said += text) };
    const code = await run(args, { env, fetch, stdout: process.stdout, stderr, signal: new AbortController().signal });
    if (code !== 0) throw new Error(said);
  }
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000 / pages;
});

/** The fields of OCSF that these events have, without a check of any. */
function byHand(event: Event): object {
  return {
    class_uid: 3006,
    class_name: "Group Management",
    category_uid: 3,
    category_name: "Identity & Access Management",
    activity_id: 3,
    activity_name: "Add User",
    type_uid: 300_603,
    type_name: "Group Management: Add User",
    raw_data: JSON.stringify(event),
    metadata: {
      uid: event.uuid,
      original_event_uid: event.uuid,
      original_time: event.timestamp,
      tenant_uid: event.account_uuid,
      event_code: event.action,
      log_name: "auditevents",
      version: "1.9.0-dev",
      product: { name: "Events reporting API" },
    },
    time: Date.parse(event.timestamp),
    actor: {
      user: { uid: event.actor_uuid, type_id: 1, type: "User" },
      session: { uid: event.session.uuid, created_time: Date.parse(event.session.login_time) },
    },
    group: { uid: event.object_uuid },
    src_endpoint: {
      uid: event.session.device_uuid,
      ip: event.session.ip,
      location: {
        desc: event.location.country,
        region: event.location.region,
        city: event.location.city,
        lat: event.location.latitude,
        long: event.location.longitude,
      },
    },
    status_id: 1,
    status: "Success",
    severity_id: 1,
    severity: "Informational",
  };
}
