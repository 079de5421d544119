import type { components } from "@keywright/management/schema";
import { MANAGEMENT_DOCUMENT } from "../../../generated/management.ts";
import { cyclic, sized } from "../../core/values/lists.ts";
import { knownValues } from "../../core/schemas/schema-branches.ts";
import type { Random } from "../../core/values/random.ts";
import type { PersonDraft, UserDraft } from "../../../generated/seed.ts";
import { CORE_USER, ownPeople, ownUsers } from "./seed-own-people.ts";
import type { Named, PersonRecord, ScimUserRecord } from "../state/records.ts";

type Schemas = components["schemas"];

/** The people of a state, and the entries that they refer to. */
export interface SeedPeople {
  readonly teams: readonly Named[];
  readonly locations: readonly Named[];
  readonly costCenters: readonly Named[];
  readonly people: readonly PersonRecord[];
  readonly users: readonly ScimUserRecord[];
}

/** Ids of the contract's examples, so that requests of the documentation work. */
export const EXAMPLE_IDS = {
  admin: "7e51c0f2-0d4b-4c6a-8b21-5a9e3d7f0001",
  financeLead: "7e51c0f2-0d4b-4c6a-8b21-5a9e3d7f0002",
  travelDesk: "7e51c0f2-0d4b-4c6a-8b21-5a9e3d7f0004",
  financeLeadPerson: "3d2c7a10-6b1e-4f0c-9a55-2f7d8e4c1001",
  contractor: "3d2c7a10-6b1e-4f0c-9a55-2f7d8e4c1012",
  auditor: "3d2c7a10-6b1e-4f0c-9a55-2f7d8e4c1014",
} as const;

const DEPARTMENTS = ["Finance", "Sales", "Support", "Platform", "Design", "Legal", "Research", "Travel"];
const JOBS = ["Lead", "Analyst", "Engineer", "Assistant", "Consultant", "Planner", "Trainee"];
const PLACES: readonly (readonly [string, string, string])[] = [
  ["Berlin", "Europe/Berlin", "DE"],
  ["Toronto", "America/Toronto", "CA"],
  ["Osaka", "Asia/Tokyo", "JP"],
  ["Lisbon", "Europe/Lisbon", "PT"],
];

/** Names of the roles that users can have. */
export const ROLES = ["Administrator", "Auditor", "Member", "Workflow Editor"];

/** Returns people and users of every kind, or those of a seed, and the contractor of the runs. */
export function seedPeople(
  random: Random,
  start: string,
  { people: wantedPeople, users: wantedUsers }: { readonly people?: number | readonly PersonDraft[]; readonly users?: number | readonly UserDraft[] } = {},
): SeedPeople & { readonly contractor: PersonRecord } {
  const { people: examples, contractor, former, make, ...things } = examplePeople(random, start);
  const own = typeof wantedPeople === "object" ? ownPeople(wantedPeople, things, random, start) : undefined;
  const people =
    typeof wantedPeople === "number"
      ? sized(examples, wantedPeople, (index) => make(random.uuid(), cyclic(DEPARTMENTS, index), `Member ${index + 1}`, index))
      : (own?.people ?? [...examples, former]);
  const users = typeof wantedUsers === "object" ? ownUsers(wantedUsers, random, start) : seedUsers(random, start, own === undefined ? people : [], wantedUsers);
  return { ...things, ...own, people, users, contractor };
}

function examplePeople(random: Random, start: string) {
  const departments = DEPARTMENTS.map((department) => named(random.uuid(), department));
  const teams = [
    named("e1f5a3c7-8b24-4d60-a9f3-6c7e2d1b0001", "Finance Systems"),
    named("e1f5a3c7-8b24-4d60-a9f3-6c7e2d1b0002", "Contractors"),
    ...departments,
    { ...named(random.uuid(), "Former Projects"), deleted: true as const },
  ];
  const locations = PLACES.map(([name, timezone]) => named(random.uuid(), name, timezone));
  const costCenters = ["CC-410", "CC-420", "CC-430"].map((name) => named(random.uuid(), name));
  const make = personMaker(random, start, { departments, locations, costCenters });
  const lead = make(EXAMPLE_IDS.financeLeadPerson, "Finance", "Lead", 0);
  const contractor = exampleContractor({ ...make(EXAMPLE_IDS.contractor, "Contractor", "Twelve", 1, lead.id), locationId: cyclic(locations, 0).id }, teams);
  const people: readonly PersonRecord[] = [
    lead,
    contractor,
    { id: EXAMPLE_IDS.auditor, fields: { personType: "External", email: "auditor.fourteen@example.com", status: "New", createdDtm: start }, teamIds: [] },
    ...DEPARTMENTS.flatMap((department, row) =>
      JOBS.filter((job) => `${department} ${job}` !== "Finance Lead").map((job, column) =>
        make(random.uuid(), department, job, row * JOBS.length + column + 2, lead.id),
      ),
    ),
  ];
  const former = { ...make(random.uuid(), "Former", "Colleague", 9), deleted: true as const };
  return { teams, locations, costCenters, people, contractor, former, make };
}

function named(id: string, name: string, timezone?: string): Named {
  return { id, name, ...(timezone === undefined ? {} : { timezone }) };
}

type Things = Pick<SeedPeople, "locations" | "costCenters"> & { readonly departments: readonly Named[] };

function personMaker(random: Random, start: string, { departments, locations, costCenters }: Things) {
  const types = knownValues(MANAGEMENT_DOCUMENT, "PersonType");
  const statuses = ["Active", "Active", ...knownValues(MANAGEMENT_DOCUMENT, "PersonStatus")];
  return (id: string, firstName: string, lastName: string, index: number, lineManagerId?: string): PersonRecord => {
    const [, timezone, countryCode] = cyclic(PLACES, index);
    const email = `${firstName}.${lastName}@example.com`.toLowerCase();
    return {
      id,
      fields: {
        personType: cyclic(types, index),
        userName: email,
        firstName,
        lastName,
        email,
        jobTitle: `${firstName} ${lastName}`,
        employeeId: `E-${String(index).padStart(4, "0")}`,
        status: cyclic(statuses, index),
        createdBy: { userId: EXAMPLE_IDS.admin, name: "Platform Admin", email: "platform.admin@example.com" },
        createdDtm: start,
        lastModifiedDtm: start,
        startDate: `20${20 + (index % 6)}-0${1 + (index % 9)}-01`,
        ...(index % 3 === 0 ? {} : { timezone, phoneNumber: `+49 30 0000${String(index).padStart(4, "0")}` }),
        ...(index % 4 === 0 ? { aliases: [`${lastName}.${firstName}@example.org`.toLowerCase()], ...directoryFields(firstName, index) } : {}),
        ...(index % 5 === 0 ? { customFields: { "Badge number": String(4000 + index), "Parking space": null } } : {}),
        ...(index % 6 === 0 ? { homeAddress: { streetAddress1: `Example Street ${index}`, city: "Example Town", countryCode } } : {}),
      },
      teamIds: [cyclic(departments, index).id],
      locationId: cyclic(locations, index).id,
      costCenterId: random.pick(costCenters).id,
      ...(lineManagerId === undefined ? {} : { lineManagerId }),
    };
  };
}

function directoryFields(department: string, index: number): Pick<PersonRecord["fields"], "organizationalUnit" | "loginName"> {
  return { organizationalUnit: `OU=${department},DC=example,DC=com`, loginName: `EXAMPLE\\${department.charAt(0)}${index}` };
}

function exampleContractor(person: PersonRecord, teams: readonly Named[]): PersonRecord {
  const known = {
    personType: "Contractor",
    employeeType: "Day rate",
    employeeId: "C-0012",
    jobTitle: "Ledger Migration Consultant",
    organizationalUnit: "OU=Contractors,DC=example,DC=com",
    status: "Active",
    leavingDate: "2026-03-06T00:00:00Z",
    lastModifiedBy: { userId: EXAMPLE_IDS.financeLead, name: "Finance Lead", email: "finance.lead@example.com" },
    timezone: "Europe/Berlin",
  };
  return { ...person, fields: { ...person.fields, ...known }, teamIds: teams.slice(0, 2).map(({ id }) => id) };
}

/** Returns an administrator, every third person, and users managed elsewhere; or `count` users. */
function seedUsers(random: Random, start: string, people: readonly PersonRecord[], count: number | undefined): readonly ScimUserRecord[] {
  const make = (id: string, givenName: string, familyName: string, index: number): ScimUserRecord => {
    const userName = `${givenName}.${familyName}@example.com`.toLowerCase();
    return { id, user: userOf(id, userName, { formatted: `${givenName} ${familyName}`, familyName, givenName }, index, start) };
  };
  const examples = [
    make(EXAMPLE_IDS.admin, "Platform", "Admin", 0),
    make(EXAMPLE_IDS.financeLead, "Finance", "Lead", 1),
    {
      id: EXAMPLE_IDS.travelDesk,
      user: { schemas: [CORE_USER], id: EXAMPLE_IDS.travelDesk, userName: "travel.desk@example.com", active: true, meta: { created: start } },
    },
  ];
  const others = people
    .filter(({ deleted }, index) => index > 2 && index % 3 === 0 && deleted !== true)
    .flatMap(({ fields: { firstName, lastName } }) => (firstName === undefined || lastName === undefined ? [] : [{ firstName, lastName }]))
    .map(({ firstName, lastName }, index) => make(random.uuid(), firstName, lastName, index + 2));
  if (count !== undefined) return sized([...examples, ...others], count, (index) => make(random.uuid(), "User", String(index + 1), index));
  return [
    ...examples,
    ...others,
    { ...make(random.uuid(), "Device", "Fleet", 3), managedBy: "epm" },
    { ...make(random.uuid(), "Kiosk", "Device", 4), managedBy: "epm" },
    { ...make(random.uuid(), "Directory", "Robot", 5), managedBy: "system" },
    { ...make(random.uuid(), "Service", "Account", 6), managedBy: "system" },
    { ...make(random.uuid(), "Former", "User", 7), deleted: true },
  ];
}

function userOf(id: string, userName: string, name: Schemas["ScimName"] & { readonly familyName: string }, index: number, start: string): Schemas["ScimUser"] {
  const role = index === 0 ? "Administrator" : cyclic(ROLES, index);
  return {
    schemas: [CORE_USER],
    id,
    externalId: `directory-${String(index).padStart(4, "0")}`,
    userName,
    name,
    title: name.familyName,
    locale: index % 2 === 0 ? "en-GB" : "de-DE",
    timezone: cyclic(PLACES, index)[1],
    active: index % 9 !== 8,
    emails: [
      { primary: true, type: "work", value: userName },
      ...(index % 2 === 1 ? [{ primary: false, type: "home", value: userName.replace("example.com", "home.example.org") }] : []),
    ],
    ...(index % 3 === 1 ? { phoneNumbers: [{ value: `+49 30 0000${String(index).padStart(4, "0")}` }] } : {}),
    roles: [{ value: role, display: role, primary: true }],
    meta: { created: start, lastModified: start },
  };
}
