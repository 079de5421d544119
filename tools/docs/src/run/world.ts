/** The time of the emulators: events of the guides are in the two weeks before it. */
export const NOW = "2026-03-10T09:00:00Z";

const token = "example-token";

/** The states of the emulators, with the credentials that guides name. */
export const SEEDS = {
  events: { eventsPerStream: 100, token },
  management: { auditEvents: 100, token, apps: [{ clientId: "my-app", clientSecret: "example-secret" }] },
  vault: { token },
};

/** The environment variables of blocks. */
export const ENVIRONMENT: { readonly [name: string]: string } = {
  CLIENT_SECRET: "example-secret",
  KEYWRIGHT_EVENTS_TOKEN: token,
  KEYWRIGHT_MANAGEMENT_TOKEN: token,
  KEYWRIGHT_VAULT_TOKEN: token,
};
