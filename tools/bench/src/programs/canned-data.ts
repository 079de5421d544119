/** Returns an event like those in the service's examples. */
export const auditEvent = (index: number) => ({
  uuid: `56YE2TYN2VFYRLNSHKPW5${String(index).padStart(5, "0")}`,
  timestamp: "2026-03-02T08:15:30.123Z",
  actor_uuid: "4HCGRGYCTRQFBMGVEGTABYDU2V",
  actor_type: "user",
  account_uuid: "7NPGKOQ3RVGVPGNB2W7ZMNOCPA",
  action: "join",
  object_type: "gm",
  object_uuid: "pf8soyakgngrphytsyjed4ae3u",
  session: { uuid: "5UFBS4JLTBHVXPGUMRKXWW5X4Y", login_time: "2026-03-02T08:00:00Z", device_uuid: "lc5fqgbrcm4plajd8mwncv2b3u", ip: "192.0.2.254" },
  location: { country: "CA", region: "Ontario", city: "Toronto", latitude: 43.6, longitude: -79.4 },
});

/** Returns pages of 1,000 such events, each with the number of the next one as its cursor. */
export async function* auditPages(begin: number, end: number) {
  for (let number = begin; number < end; number += 1) {
    const items = Array.from({ length: 1000 }, (_unused, index) => auditEvent(number * 1000 + index));
    yield { items, resumeAt: String(number + 1) };
  }
}

/** Returns a function for the text of a page of audit events, in which only cursors differ. */
export function pageText(size: number): (cursor: string, more: boolean) => string {
  const items = JSON.stringify(Array.from({ length: size }, (_all, index) => auditEvent(index)));
  return (cursor, more) => `{"items":${items},"cursor":"${cursor}","has_more":${more}}`;
}

/** Returns two kilobytes of JSON. */
export function smallText(): string {
  const start = { uuid: "KMFT36KVRBFVNBCMZ3WBRVKFHU", issued_at: "2026-03-02T08:15:30Z", features: ["auditevents", "itemusages", "signinattempts"] };
  const note = { name: "example", tags: ["one", "two", "three"], count: 12, ratio: 0.25, on: true };
  return JSON.stringify({ ...start, notes: Array.from({ length: 23 }, () => note) });
}
