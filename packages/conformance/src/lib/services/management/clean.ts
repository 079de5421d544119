import type { ManagementWorld, Person, User, UserChange } from "./world.ts";
import { patchOf } from "./world.ts";

/** The properties of people that rules change. */
const PERSON = ["email", "jobTitle", "employeeType"] as const;
/** The attributes of users that rules change. */
const USER = ["title", "name", "locale", "phoneNumbers", "active"] as const;

/** Restores people and users as they were. Returns what could not be restored. */
export async function cleanManagement({ session, people, users }: ManagementWorld): Promise<readonly string[]> {
  const left: string[] = [];
  for (const [id, person] of people) {
    const { response } = await session.attempt("updatePerson", { path: { id }, body: wholePerson(person) });
    if (!isRestored(PERSON, response.json?.value, person)) left.push(`person ${id}, who is not as before`);
  }
  for (const [userId, user] of users) {
    const { response } = await session.attempt("patchScimUser", { path: { userId }, body: patchOf(wholeUser(user)) });
    if (!isRestored(USER, response.json?.value, user)) left.push(`user ${userId}, who is not as before`);
  }
  return left;
}

function wholePerson(person: Person): object {
  const values = PERSON.map((name) => [name, person[name] ?? null] as const);
  const teamIds = (person.teams ?? []).flatMap(({ id }) => (id === undefined ? [] : [id]));
  return { ...Object.fromEntries(values), teamIds };
}

function wholeUser(user: User): readonly UserChange[] {
  return USER.map((path) => (user[path] === undefined ? { op: "remove", path } : { op: "replace", path, value: user[path] }));
}

function isRestored(names: readonly string[], now: unknown, before: object): boolean {
  const pick = (value: object): string => JSON.stringify(names.map((name) => (value as { readonly [name: string]: unknown })[name]));
  return typeof now === "object" && now !== null && pick(now) === pick(before);
}
