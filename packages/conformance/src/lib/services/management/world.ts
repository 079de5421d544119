import type { components } from "@keywright/management/schema";
import { requestToken } from "../../rules/every-operation.ts";
import { Broken, needed, Untested } from "../../session/outcome.ts";
import { CannotTest, identify } from "../../session/identify.ts";
import type { Session } from "../../session/session.ts";

type Schemas = components["schemas"];
/** A person of the organization. */
export type Person = Schemas["Person"];
/** A user with access to the service. */
export type User = Schemas["ScimUser"];
/** An event as it is on the wire, with a number as its id. */
export type AuditEvent = Omit<Schemas["AuditEvent"], "id"> & { readonly id: number };
/** A page of the audit log. */
export type AuditPage = Omit<Schemas["AuditLogPage"], "results"> & { readonly results: readonly AuditEvent[] };

/** What is at a management service, and what the run has changed there. */
export interface ManagementWorld {
  readonly session: Session;
  readonly marker: string;
  /** The people that were changed as they were, by id. */
  readonly people: Map<string, Person>;
  /** The user that was changed as it was. */
  readonly users: Map<string, User>;
}

/** Requests a token if the credentials are a client's, and checks that the service accepts it. */
export async function openManagement(session: Session): Promise<ManagementWorld> {
  if (session.credentials.client !== undefined) await useClient(session);
  await identify(session, "listAppCategories");
  return { session, marker: `keywright-conformance-${crypto.randomUUID().slice(0, 8)}`, people: new Map(), users: new Map() };
}

async function useClient(session: Session): Promise<void> {
  const { response } = await identify(session, "issueToken", { text: "grant_type=client_credentials" });
  if (response.status === 400)
    throw new CannotTest("issueToken rejected the client with status 400: check KEYWRIGHT_MANAGEMENT_CLIENT_ID and KEYWRIGHT_MANAGEMENT_CLIENT_SECRET");
  const token = (response.json?.value as { readonly access_token?: unknown } | undefined)?.access_token;
  if (typeof token !== "string")
    throw new CannotTest(`issueToken returned status ${response.status} and no token: is this the address of a management service?`);
  session.mask.add(token);
  session.credentials.token = token;
}

/** Requires credentials of a client, which can request tokens. */
export function clientOf({ session }: ManagementWorld): { readonly id: string; readonly secret: string } {
  return needed(session.credentials.client, "set KEYWRIGHT_MANAGEMENT_CLIENT_ID and KEYWRIGHT_MANAGEMENT_CLIENT_SECRET");
}

/** Requests a token with all scopes of the client, or with some. */
export function newToken(world: ManagementWorld, form: { readonly [field: string]: string } = {}): ReturnType<typeof requestToken> {
  clientOf(world);
  return requestToken(world.session, form);
}

/** Returns a disposable person, after setting the same address: no operation reads a person. */
export async function somePerson(world: ManagementWorld, index = 0): Promise<Person> {
  const { session, people } = world;
  const reason = index === 0 ? "name a person for it by --disposable-person" : "name a second person for it by --disposable-person";
  const email = needed(session.named.disposablePeople[index], reason);
  const person = await session.call<Person>("updatePerson", { path: { id: email }, body: { email } });
  if (person.email !== email && !people.has(person.id)) throw new Broken("the response must have the email address of the request");
  if (!people.has(person.id)) people.set(person.id, person);
  return person;
}

const PATCH_OP = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

/** An operation of a SCIM patch. */
export interface UserChange {
  readonly op: "add" | "replace" | "remove";
  readonly path: string;
  readonly value?: unknown;
}

/** The body of a SCIM patch. */
export function patchOf(changes: readonly UserChange[]): object {
  return { schemas: [PATCH_OP], Operations: changes };
}

/** Returns the disposable user, after activating it, because no operation reads a user. */
export async function someUser(world: ManagementWorld): Promise<User & { readonly id: string }> {
  const { session, users } = world;
  const userId = needed(session.named.disposableUser, "name a user for it by --disposable-user");
  const user = await session.call<User>("patchScimUser", { path: { userId }, body: patchOf([{ op: "replace", path: "active", value: true }]) });
  if (user.id === undefined) throw new Untested("the user has no id");
  // Further writes go to the user of the response.
  if (user.id.toLowerCase() !== userId.toLowerCase()) throw new Broken("the response must have the user of the path");
  if (!users.has(user.id)) users.set(user.id, user);
  return { ...user, id: user.id };
}
