import type { components } from "@keywright/management/schema";

/**
 * The name to show of a user, which the service derives from `name`.
 *
 * Not shown in the material how; chosen: given name and family name, or else the whole name as it was written.
 */
export function displayNameOf({ name }: components["schemas"]["ScimUser"]): string | undefined {
  const parts = [name?.givenName, name?.familyName].filter((part) => part !== undefined && part !== "").join(" ");
  return parts === "" ? name?.formatted : parts;
}
