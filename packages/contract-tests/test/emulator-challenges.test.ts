import { isApiError } from "@keywright/core";
import { createEventsEmulator, createManagementEmulator, createVaultEmulator, manualClock } from "@keywright/emulator";
import { createEventsClient } from "@keywright/events";
import { createManagementClient } from "@keywright/management";
import { createVaultClient } from "@keywright/vault";
import { describe, expect, it } from "vitest";

const clock = manualClock("2026-03-02T12:00:00Z");
const management = createManagementEmulator({ clock, seed: { auditEvents: 5 } });
const vault = createVaultEmulator({ clock });
const events = createEventsEmulator({ clock, seed: { eventsPerStream: 5 } });

const services = [
  {
    name: "management",
    call: (token: string) => createManagementClient({ baseUrl: "https://management.example.com", token, fetch: management.fetch }).listAppCategories(),
  },
  { name: "vault", call: (token: string) => createVaultClient({ baseUrl: "https://vault.example.com", token, fetch: vault.fetch }).listVaults() },
  { name: "events", call: (token: string) => createEventsClient({ baseUrl: "https://events.example.com", token, fetch: events.fetch }).introspect() },
];
const expired = {
  management: management.issueToken({ expiresInSeconds: 1 }),
  vault: vault.issueToken({ expiresInSeconds: 1 }),
  events: events.issueToken({ expiresInSeconds: 1 }),
};
clock.advance(2000);

describe("a challenge of the emulator", () => {
  it.each(services)("of $name is read by its client, of an unknown token and of an expired one", async ({ name, call }) => {
    for (const token of ["unknown", expired[name as keyof typeof expired]]) {
      const error: unknown = await call(token).catch((caught: unknown) => caught);
      if (!isApiError(error, 401)) throw new Error(`refused with ${String(error)}`);
      expect(error.challenges).toEqual([expect.objectContaining({ scheme: "bearer", parameters: expect.objectContaining({ error: "invalid_token" }) })]);
    }
  });
});
