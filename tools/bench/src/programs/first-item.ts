import type { paths } from "@keywright/events/schema";

const [by = "", baseUrl = ""] = process.argv.slice(2);

/** From the start of a process to the first item of a list. */
async function firstItem(): Promise<unknown> {
  if (by === "openapi-fetch") {
    const { default: createClient } = await import("openapi-fetch");
    const client = createClient<paths>({ baseUrl, headers: { authorization: "Bearer example-token" } });
    return (await client.POST("/api/v2/auditevents", { body: { limit: 100 } })).data?.items?.[0];
  }
  const { createEventsClient } = await import("@keywright/events");
  for await (const item of createEventsClient({ baseUrl, token: "example-token" }).listAuditEvents({ limit: 100 })) return item;
  return undefined;
}

if ((await firstItem()) === undefined) throw new Error("there was no item");
console.log("{}");
process.exit();
