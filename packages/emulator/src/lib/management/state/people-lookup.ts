import type { Collection } from "../../core/values/collection.ts";
import type { Named, PersonRecord } from "./records.ts";
import type { ManagementStore } from "./store.ts";

/** Returns whether two texts are equal, ignoring case and surrounding spaces. */
export function sameText(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

/** Finds a person by id or by any email address. Deleted people are not found. */
export function findPerson(store: ManagementStore, idOrEmail: string): PersonRecord | undefined {
  if (!idOrEmail.includes("@")) return findPersonById(store, idOrEmail);
  const primary = store.people.list(({ fields, deleted }) => deleted !== true && fields.email !== undefined && sameText(fields.email, idOrEmail));
  return primary[0] ?? store.people.list((person) => person.deleted !== true && addressesOf(person).some((address) => sameText(address, idOrEmail)))[0];
}

/** Finds a person, unless deleted, by a UUID in any case, with or without dashes. */
export function findPersonById(store: ManagementStore, id: string): PersonRecord | undefined {
  const [person] = formsOf(id).flatMap((form) => store.people.get(form) ?? []);
  return person?.deleted === true ? undefined : person;
}

const UUID = /^([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})$/;

function formsOf(id: string): readonly string[] {
  const lower = id.toLowerCase();
  return [id, lower, lower.replace(UUID, "$1-$2-$3-$4-$5"), lower.replace(UUID, "$1$2$3$4$5")];
}

/** Returns all email addresses of a person. */
export function addressesOf({ fields: { email, aliases = [] } }: Pick<PersonRecord, "fields">): readonly string[] {
  return email === undefined ? aliases : [email, ...aliases];
}

/** Finds an entry by name. Deleted ones are not found. */
export function findByName(things: Collection<Named>, name: string): Named | undefined {
  return things.list((thing) => thing.deleted !== true && sameText(thing.name, name))[0];
}

/** Finds an entry by id. Deleted ones are not found. */
export function findById(things: Collection<Named>, id: string): Named | undefined {
  const thing = things.get(id) ?? things.get(id.toLowerCase());
  return thing?.deleted === true ? undefined : thing;
}
