import type { components } from "@keywright/events/schema";
import type { Random } from "../core/values/random.ts";

type Schemas = components["schemas"];

/** A user of the seed with a consistent location, client and session. */
export interface SeedUser {
  readonly details: Schemas["UserV2"] & { readonly uuid: string };
  /** The details without the properties of MSP accounts. */
  readonly plain: Schemas["UserDetails"] & { readonly uuid: string };
  readonly client: Schemas["EventClient"];
  readonly location: Schemas["EventLocation"];
  readonly deviceUuid: string;
  readonly ip: string;
}

const TEAMS = ["Finance", "Sales", "Support", "Platform", "Design", "People", "Legal", "Research"];
const ROLES = ["Lead", "Analyst", "Engineer", "Assistant", "Contractor", "Auditor"];

const PLACES: readonly Schemas["EventLocation"][] = [
  { country: "France", region: "Ile-de-France", city: "Paris", latitude: 48.8566, longitude: 2.3522 },
  { country: "Canada", region: "Ontario", city: "Toronto", latitude: 43.6532, longitude: -79.3832 },
  { country: "Germany", region: "Berlin", city: "Berlin", latitude: 52.52, longitude: 13.405 },
  { country: "Japan", region: "Tokyo", city: "Tokyo", latitude: 35.6762, longitude: 139.6503 },
  { country: "Brazil", region: "Sao Paulo", city: "Sao Paulo", latitude: -23.5505, longitude: -46.6333 },
];

const PLATFORMS: readonly Schemas["EventClient"][] = [
  { app_name: "Desktop App", app_version: "8.10.2", platform_name: "Desktop", platform_version: "8.10", os_name: "MacOSX", os_version: "14.4" },
  { app_name: "Browser Extension", app_version: "2.21.0", platform_name: "Firefox", platform_version: "124.0", os_name: "Windows", os_version: "11" },
  { app_name: "Mobile App", app_version: "8.10.4", platform_name: "Phone", platform_version: "14", os_name: "Android", os_version: "14" },
  { app_name: "Command Line", app_version: "2.26.1", platform_name: "Terminal", platform_version: "2.26", os_name: "Linux", os_version: "6.1" },
];

/**
 * Returns the users of an account: a role in each team, each with a device and a location.
 *
 * @param msp Whether the account is a managed service provider's; then some users have another.
 */
export function seedUsers(random: Random, accountUuid: string, msp: boolean): readonly SeedUser[] {
  const providerUuid = random.id().toUpperCase();
  return TEAMS.flatMap((team) => ROLES.map((role) => [team, role] as const)).map(([team, role], index) => {
    const external = msp && index % 6 === 5;
    const plain = { uuid: random.id().toUpperCase(), name: `${team} ${role}`, email: `${team}.${role}@example.com`.toLowerCase() };
    const ip = `${random.pick(["192.0.2", "198.51.100", "203.0.113"])}.${random.integer(1, 254)}`;
    return {
      plain,
      details: msp ? { ...plain, user_type: external ? "external_user" : "user", user_account_uuid: external ? providerUuid : accountUuid } : plain,
      client: { ...random.pick(PLATFORMS), ip_address: ip },
      location: random.pick(PLACES),
      deviceUuid: random.id(),
      ip,
    };
  });
}
