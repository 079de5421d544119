import type { components, operations } from "@keywright/management/schema";
import { defined } from "../../core/values/json.ts";
import type { Random } from "../../core/values/random.ts";
import { toRfc3339 } from "../../core/time/timestamp.ts";
import type { Collection } from "../../core/values/collection.ts";
import { addressesOf, findById, findByName, findPerson, findPersonById, sameText } from "../state/people-lookup.ts";
import { type FieldErrors, invalidFields, notThere, problem } from "../problems/problem.ts";
import type { Named, PersonFields, PersonRecord } from "../state/records.ts";
import type { ManagementStore } from "../state/store.ts";
import type { Handlers } from "../../core/service/service.ts";
import { describeActor, type ManagementActor } from "../state/actor.ts";
import { personTarget, recordAction } from "../state/audit-record.ts";
import { viewPerson } from "../state/person-view.ts";

/** Changes some fields of a person. */
export const peopleHandlers: Handlers<Pick<operations, "updatePerson">, ManagementStore, ManagementActor> = {
  updatePerson({ path, body }, context) {
    const { store, actor, random, now } = context;
    const before = findPerson(store, path.id);
    if (before === undefined) return notThere(random, `The person ${path.id}`);
    const change = changePerson(before, body, store, random);
    if ("errors" in change) return invalidFields(random, change.errors);
    if ("conflict" in change) return problem(random, 409, change.conflict);
    const { person, location, costCenter } = change;
    if (location !== undefined && store.locations.get(location.id) === undefined) store.locations.insert(location);
    if (costCenter !== undefined && store.costCenters.get(costCenter.id) === undefined) store.costCenters.insert(costCenter);
    const lastModified = { lastModifiedBy: describeActor(actor, store), lastModifiedDtm: now().toISOString() };
    const after = store.people.replace({ ...person, fields: { ...person.fields, ...lastModified } });
    recordAction(context, "person_updated", [personTarget(after)], { fields: Object.keys(body).join(", ") });
    return { status: 200, body: viewPerson(after, store) };
  },
};

type PersonUpdate = components["schemas"]["PersonUpdate"];

/** The result of an update: the person and new entries, or the errors. */
export type PersonChange =
  | { readonly person: PersonRecord; readonly location: Named | undefined; readonly costCenter: Named | undefined }
  | { readonly errors: FieldErrors }
  | { readonly conflict: string };

const PLAIN = [
  "firstName",
  "lastName",
  "email",
  "employeeId",
  "employeeType",
  "personType",
  "jobTitle",
  "startDate",
  "leavingDate",
  "loginName",
] as const satisfies readonly (keyof PersonUpdate & keyof PersonFields)[];

const DATES: readonly (keyof PersonUpdate)[] = ["startDate", "leavingDate"];

/** Computes an update without changing the state, so that it is atomic. */
function changePerson(person: PersonRecord, update: PersonUpdate, store: ManagementStore, random: Random): PersonChange {
  const errors: { [field: string]: string[] } = {};
  const teamIds = teamsOf(person, update, store, errors);
  const lineManagerId = lineManagerOf(person, update, store, errors);
  if (Object.keys(errors).length > 0) return { errors };

  const fields = fieldsOf(person.fields, update);
  const conflict = conflictOf(person, fields, update, store);
  if (conflict !== undefined) return { conflict };

  const location = foundOrMade(update.location, store.locations, random);
  const costCenter = foundOrMade(update.costCenter, store.costCenters, random);
  const references = {
    lineManagerId,
    locationId: location === "unchanged" ? person.locationId : location?.id,
    costCenterId: costCenter === "unchanged" ? person.costCenterId : costCenter?.id,
  };
  return {
    person: { id: person.id, fields, teamIds, ...defined(references) },
    location: location === "unchanged" ? undefined : location,
    costCenter: costCenter === "unchanged" ? undefined : costCenter,
  };
}

/** A missing property keeps its value; null, an empty text or an empty array clears it. */
function fieldsOf(before: PersonFields, update: PersonUpdate): PersonFields {
  const fields: PersonFields = { ...before };
  for (const name of PLAIN) {
    const value = update[name];
    if (value === undefined) continue;
    if (value === null || value === "") delete fields[name];
    else fields[name] = DATES.includes(name) ? toRfc3339(value) : value;
  }
  if (update.aliases !== undefined) {
    const aliases = (update.aliases ?? []).filter((alias, index, all) => all.findIndex((other) => sameText(other, alias)) === index);
    if (aliases.length === 0) delete fields.aliases;
    else fields.aliases = aliases;
  }
  return fields;
}

/** `teams` accepts ids and names, `teamIds` only ids. Both replace all memberships. */
function teamsOf(person: PersonRecord, { teams, teamIds }: PersonUpdate, store: ManagementStore, errors: { [field: string]: string[] }): readonly string[] {
  const [field, asked] = teams === undefined ? (["teamIds", teamIds] as const) : (["teams", teams] as const);
  if (asked === undefined) return person.teamIds;
  const found = (asked ?? []).map((text) => ({ text, team: findById(store.teams, text) ?? (field === "teams" ? findByName(store.teams, text) : undefined) }));
  const unknown = found.filter(({ team }) => team === undefined);
  if (unknown.length > 0) errors[field] = unknown.map(({ text }) => `There is no team ${text}.`);
  return [...new Set(found.flatMap(({ team }) => (team === undefined ? [] : [team.id])))];
}

/** Returns the line manager, in one of three forms. It must exist. */
function lineManagerOf(
  person: PersonRecord,
  { lineManagerId, lineManagerEmail, lineManager }: PersonUpdate,
  store: ManagementStore,
  errors: { [field: string]: string[] },
): string | undefined {
  const asked = [
    ["lineManagerId", lineManagerId],
    ["lineManagerEmail", lineManagerEmail],
    ["lineManager", lineManager],
  ] as const;
  const [field, value] = asked.find(([, given]) => given !== undefined) ?? [];
  if (field === undefined || value === undefined) return person.lineManagerId;
  if (value === null || value === "") return undefined;
  const text = typeof value === "string" ? value : (value.id ?? value.email ?? "");
  const byId = field === "lineManagerId" || (typeof value === "object" && value.id !== undefined);
  const manager = byId ? findPersonById(store, text) : findPerson(store, text);
  if (manager === undefined) errors[field] = [`There is no person ${text}.`];
  return manager?.id;
}

/** An email address belongs to one person, as the primary address or an alias. */
function conflictOf(person: PersonRecord, fields: PersonFields, update: PersonUpdate, store: ManagementStore): string | undefined {
  if (update.email === undefined && update.aliases === undefined) return undefined;
  const own = addressesOf({ fields });
  const others = store.people.list(({ id, deleted }) => id !== person.id && deleted !== true);
  const taken = new Set(others.flatMap((other) => addressesOf(other).map((address) => address.trim().toLowerCase())));
  const address = own.find((candidate) => taken.has(candidate.trim().toLowerCase()));
  return address === undefined ? undefined : `Another person has the email address ${address}.`;
}

/** Returns the entry with a name, or a new one; `undefined` if there must be none. */
function foundOrMade(name: string | null | undefined, things: Collection<Named>, random: Random): Named | "unchanged" | undefined {
  if (name === undefined) return "unchanged";
  if (name === null || name.trim() === "") return undefined;
  return findByName(things, name) ?? { id: random.uuid(), name: name.trim() };
}
