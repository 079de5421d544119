import type { Random } from "../../core/values/random.ts";
import { requireUnique } from "../../core/values/lists.ts";
import type { PersonDraft, UserDraft } from "../../../generated/seed.ts";
import { addressesOf, sameText } from "../state/people-lookup.ts";
import type { Named, PersonRecord, ScimUserRecord } from "../state/records.ts";

/** The schema of users. */
export const CORE_USER = "urn:ietf:params:scim:schemas:core:2.0:User";

interface Things {
  readonly teams: readonly Named[];
  readonly locations: readonly Named[];
  readonly costCenters: readonly Named[];
}

/**
 * Returns the people of a seed, and the entries with those that they add.
 *
 * @throws TypeError for a repeated email address, or a line manager who is not in the seed.
 */
export function ownPeople(
  drafts: readonly PersonDraft[],
  things: Things,
  random: Random,
  start: string,
): Things & { readonly people: readonly PersonRecord[] } {
  const teams = [...things.teams];
  const locations = [...things.locations];
  const costCenters = [...things.costCenters];
  const idOf = (list: Named[], name: string, timezone?: string): string => {
    const known = list.find((each) => each.deleted !== true && sameText(each.name, name));
    if (known !== undefined) return known.id;
    const added = { id: random.uuid(), name, ...(timezone === undefined ? {} : { timezone }) };
    list.push(added);
    return added.id;
  };
  const people = drafts.map((draft) => {
    const { id = random.uuid(), lineManager, teams: teamNames = [], location, locationTimezone, costCenter, ...fields } = draft;
    const person: PersonRecord = {
      id,
      fields: { personType: "Employee", status: "Active", createdDtm: start, ...fields },
      teamIds: [...new Set(teamNames.map((name) => idOf(teams, name)))],
      ...(location === undefined ? {} : { locationId: idOf(locations, location, locationTimezone) }),
      ...(costCenter === undefined ? {} : { costCenterId: idOf(costCenters, costCenter) }),
    };
    return { person, lineManager };
  });
  const records = people.map(({ person }) => person);
  const addresses = records.flatMap((person) => [...new Set(addressesOf(person).map((address) => address.toLowerCase()))]);
  requireUnique("people", addresses, String, "email address");
  const managerId = (wanted: string): string => {
    const found = records.find((person) => person.id === wanted || addressesOf(person).some((address) => sameText(address, wanted)));
    if (found === undefined) throw new TypeError(`a person has the line manager ${wanted}, who is not in the seed`);
    return found.id;
  };
  return {
    teams,
    locations,
    costCenters,
    people: people.map(({ person, lineManager }) => (lineManager === undefined ? person : { ...person, lineManagerId: managerId(lineManager) })),
  };
}

/** Returns the users of a seed. */
export function ownUsers(drafts: readonly UserDraft[], random: Random, start: string): readonly ScimUserRecord[] {
  requireUnique("users", drafts, ({ userName }) => userName.toLowerCase(), "email address");
  return drafts.map(({ id = random.uuid(), managedBy, userName, ...user }) => ({
    id,
    user: {
      schemas: [CORE_USER],
      active: true,
      emails: [{ primary: true, type: "work", value: userName }],
      meta: { created: start, lastModified: start },
      ...user,
      id,
      userName,
    },
    ...(managedBy === undefined ? {} : { managedBy }),
  }));
}
