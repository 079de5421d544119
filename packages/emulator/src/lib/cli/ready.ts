import type { Services } from "./start-services.ts";

/** Where each service listens. */
export interface Addresses {
  readonly management: string;
  readonly vault: string;
  readonly events: string;
  readonly control?: string;
}

/** What a client needs to begin with: addresses, credentials and ids. */
export function readyFacts({ management, vault, events }: Services, addresses: Addresses) {
  return {
    management: { baseUrl: addresses.management, clientId: management.clientId, clientSecret: management.clientSecret, token: management.token },
    vault: {
      baseUrl: addresses.vault,
      token: vault.token,
      // Absent where the state has none: JSON leaves `undefined` out.
      deniedVaultUUID: vault.deniedVaultUUID,
      fileItemUUID: vault.fileItemUUID,
      fileUUID: vault.fileUUID,
    },
    events: { baseUrl: addresses.events, token: events.token },
    ...(addresses.control === undefined ? {} : { control: { baseUrl: addresses.control } }),
  };
}

/** The same for people, with a request to try. */
export function readyText(services: Services, addresses: Addresses): string {
  const { management, vault, events, control } = readyFacts(services, addresses);
  return [
    `management  ${management.baseUrl}\n            client ${management.clientId}, secret ${management.clientSecret}\n            token  ${management.token}`,
    `vault       ${vault.baseUrl}\n            token  ${vault.token}`,
    `events      ${events.baseUrl}\n            token  ${events.token}`,
    ...(control === undefined ? [] : [`control     ${control.baseUrl}`]),
    `\ncurl -H "Authorization: Bearer ${vault.token}" ${vault.baseUrl}/v1/vaults\n\nCtrl+C ends them.\n`,
  ].join("\n");
}
