import { createEventsEmulator, createManagementEmulator, createVaultEmulator } from "@keywright/emulator";
import { createEventsClient } from "@keywright/events";
import { eventsEnvironment } from "@keywright/events/node";
import { createManagementClient } from "@keywright/management";
import { managementEnvironment } from "@keywright/management/node";
import { createVaultClient } from "@keywright/vault";
import { vaultEnvironment } from "@keywright/vault/node";
import { describe, expect, it } from "vitest";

describe("a client of the environment", () => {
  it("of the vault", async () => {
    const { fetch, token } = createVaultEmulator();
    const env = { KEYWRIGHT_VAULT_URL: "https://vault.example.com", KEYWRIGHT_VAULT_TOKEN: token };
    expect((await createVaultClient({ ...vaultEnvironment({ env }), fetch }).listVaults()).length).toBeGreaterThan(0);
  });

  it("of events", async () => {
    const { fetch, token } = createEventsEmulator();
    const env = { KEYWRIGHT_EVENTS_URL: "https://events.example.com", KEYWRIGHT_EVENTS_TOKEN: token };
    expect((await createEventsClient({ ...eventsEnvironment({ env, fetch }), fetch }).introspect()).features).toContain("auditevents");
  });

  it("of management, with a token and with a client id and its secret", async () => {
    const { fetch, token, clientId, clientSecret } = createManagementEmulator();
    const url = { KEYWRIGHT_MANAGEMENT_URL: "https://management.example.com" };
    const credentials = [{ KEYWRIGHT_MANAGEMENT_TOKEN: token }, { KEYWRIGHT_MANAGEMENT_CLIENT_ID: clientId, KEYWRIGHT_MANAGEMENT_CLIENT_SECRET: clientSecret }];
    for (const credential of credentials) {
      const client = createManagementClient({ ...managementEnvironment({ env: { ...url, ...credential }, fetch }), fetch });
      expect((await client.listAppCategories()).name).toBe("Root");
    }
  });

  it("names the variables of its service if one is missing", () => {
    expect(() => vaultEnvironment({ env: {} })).toThrow("the environment lacks KEYWRIGHT_VAULT_URL");
    expect(() => eventsEnvironment({ env: {} })).toThrow("the environment lacks KEYWRIGHT_EVENTS_URL");
    expect(() => managementEnvironment({ env: { KEYWRIGHT_MANAGEMENT_URL: "https://management.example.com" } })).toThrow(
      "KEYWRIGHT_MANAGEMENT_CLIENT_ID with KEYWRIGHT_MANAGEMENT_CLIENT_SECRET",
    );
  });
});
