import { require, requireStatus, Untested } from "../../session/outcome.ts";
import { rule, type Rule } from "../../rules/rule.ts";
import { type ManagementWorld, type Person, somePerson } from "./world.ts";

const OWN_OF_UPDATES = ["lastModifiedBy", "lastModifiedDtm"];

function update({ session }: ManagementWorld, { id }: Person, body: object): Promise<Person> {
  return session.call<Person>("updatePerson", { path: { id }, body });
}

async function reject({ session }: ManagementWorld, id: string, body: object, status: number, what: string): Promise<void> {
  requireStatus(await session.attempt("updatePerson", { path: { id }, body }), [status], what);
}

function without(person: Person, names: readonly string[]): string {
  const kept = Object.entries(person).filter(([name]) => !names.includes(name));
  return JSON.stringify(kept.sort(([a], [b]) => a.localeCompare(b)));
}

/** The rules of updates of people, on the people that the user names. */
export const PERSON_RULES: readonly Rule<ManagementWorld>[] = [
  rule("updatePerson.by-email", "write", async (world) => {
    const person = await somePerson(world);
    const byId = await update(world, person, { email: person.email });
    require(byId.id === person.id, "the id and the email address of a person must name the same person");
  }),
  rule("updatePerson.kept", "write", async (world) => {
    const person = await somePerson(world);
    const after = await update(world, person, { jobTitle: world.marker });
    require(after.jobTitle === world.marker, "the person must have the new job title");
    const changed = [...OWN_OF_UPDATES, "jobTitle"];
    require(without(after, changed) === without(person, changed), "properties that were not sent must not change");
    const read = await somePerson(world);
    require(read.jobTitle === world.marker, "the next response must have the new job title");
  }),
  rule("updatePerson.cleared", "write", async (world) => {
    const person = await somePerson(world);
    await update(world, person, { employeeType: world.marker });
    const after = await update(world, person, { employeeType: null });
    require(!("employeeType" in after), "a property that null has cleared must be absent");
  }),
  rule("updatePerson.empty", "write", async (world) => {
    const { id } = await somePerson(world);
    await reject(world, id, {}, 400, "an update without a property");
  }),
  rule("updatePerson.exclusive", "write", "teams and teamIds together are 400", async (world) => {
    const { id } = await somePerson(world);
    await reject(world, id, { teams: [], teamIds: [] }, 400, "teams and teamIds together");
  }),
  rule("updatePerson.teams", "write", async (world) => {
    const person = await somePerson(world);
    const teamIds = (person.teams ?? []).flatMap(({ id }) => (id === undefined ? [] : [id]));
    if (teamIds.length === 0) throw new Untested("the person has no teams");
    const none = await update(world, person, { teamIds: [] });
    require((none.teams ?? []).length === 0, "an empty list must remove all teams");
    const all = await update(world, person, { teams: teamIds });
    require((all.teams ?? []).length === teamIds.length, `expected ${teamIds.length} teams; got ${(all.teams ?? []).length}`);
  }),
  rule("updatePerson.conflict", "write", async (world) => {
    const first = await somePerson(world);
    const second = await somePerson(world, 1);
    await reject(world, second.id, { email: first.email }, 409, "the email address of another person");
  }),
  rule("updatePerson.deleted", "faults", (world) => reject(world, crypto.randomUUID(), { jobTitle: world.marker }, 404, "an unknown person")),
];
