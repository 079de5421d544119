import type { CompletedExchange } from "../../http/exchange.ts";
import type { ManagementWorld, Person, User, UserChange } from "./world.ts";
import { patchOf } from "./world.ts";

/** The properties of people that rules change. Their teams are restored, too. */
const PERSON = ["email", "jobTitle", "employeeType"] as const;
const USER = ["title", "name", "locale", "phoneNumbers", "active"] as const;

/** Restores people and users as they were. Returns what could not be restored. */
export async function cleanManagement({ session, people, users }: ManagementWorld): Promise<readonly string[]> {
  const left: string[] = [];
  for (const [id, person] of people) {
    const restored = await valueOf(session.attempt("updatePerson", { path: { id }, body: wholePerson(person) }));
    if (textOf(restored) !== textOf(person)) left.push(`person ${id} with changed properties`);
  }
  for (const [userId, user] of users) {
    const restored = await valueOf(session.attempt("patchScimUser", { path: { userId }, body: patchOf(wholeUser(user)) }));
    if (textOf(restored) !== textOf(user)) left.push(`user ${userId} with changed attributes`);
  }
  return left;
}

/** Returns the value of a response. Without one, the rest must still be restored. */
async function valueOf(exchange: Promise<CompletedExchange>): Promise<unknown> {
  return (await exchange.catch(() => undefined))?.response.json?.value;
}

function wholePerson(person: Person): object {
  const values = PERSON.map((name) => [name, person[name] ?? null] as const);
  const teamIds = (person.teams ?? []).flatMap(({ id }) => (id === undefined ? [] : [id]));
  return { ...Object.fromEntries(values), teamIds };
}

function wholeUser(user: User): readonly UserChange[] {
  return USER.map((path) => (user[path] === undefined ? { op: "remove", path } : { op: "replace", path, value: user[path] }));
}

/** Properties that follow each write. */
const FOLLOWING = new Set(["lastModifiedBy", "lastModifiedDtm", "meta"]);

/** Returns an object as text that does not depend on the order of its properties and lists. */
function textOf(value: unknown): string {
  const entries = Object.entries(value ?? {})
    .filter(([name]) => !FOLLOWING.has(name))
    .map(([name, inner]: [string, unknown]) => [name, Array.isArray(inner) ? inner.map((one) => JSON.stringify(one)).sort() : inner] as const);
  return JSON.stringify(entries.sort(([a], [b]) => a.localeCompare(b)));
}
