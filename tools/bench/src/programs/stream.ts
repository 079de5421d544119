import { createEventsClient } from "@keywright/events";

const [baseUrl = ""] = process.argv.slice(2);
let events = 0;
for await (const event of createEventsClient({ baseUrl, token: "example-token" }).listAuditEvents({ limit: 1000 })) if (event.uuid !== "") events += 1;
// Linux gives it in kibibytes.
console.log(JSON.stringify({ events, peakMb: (process.resourceUsage().maxRSS * 1024) / 1e6 }));
process.exit();
