import type { components } from "@keywright/management/schema";

/**
 * Returns the display name of a user: given name and family name, otherwise the formatted name.
 */
export function displayNameOf({ name }: components["schemas"]["ScimUser"]): string | undefined {
  const parts = [name?.givenName, name?.familyName].filter((part) => part !== undefined && part !== "").join(" ");
  return parts === "" ? name?.formatted : parts;
}
