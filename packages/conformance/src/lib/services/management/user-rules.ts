import { needed, require, requireStatus } from "../../session/outcome.ts";
import { rule, type Rule } from "../../rules/rule.ts";
import { type ManagementWorld, patchOf, someUser, type User, type UserChange } from "./world.ts";

function patch({ session }: ManagementWorld, userId: string, ...changes: readonly UserChange[]): Promise<User> {
  return session.call<User>("patchScimUser", { path: { userId }, body: patchOf(changes) });
}

async function reject({ session }: ManagementWorld, userId: string, status: number, what: string, ...changes: readonly UserChange[]): Promise<void> {
  requireStatus(await session.attempt("patchScimUser", { path: { userId }, body: patchOf(changes) }), [status], what);
}

const replace = (path: string, value: unknown): UserChange => ({ op: "replace", path, value });

/** The rules of users with access to the service, on the user that the settings name. */
export const USER_RULES: readonly Rule<ManagementWorld>[] = [
  rule("patchScimUser.order", "write", async (world) => {
    const { id } = await someUser(world);
    const after = await patch(world, id, replace("title", "first"), replace("title", world.marker));
    require(after.title === world.marker, "the last operation must apply");
  }),
  rule("patchScimUser.atomic", "write", async (world) => {
    const { id, title } = await someUser(world);
    await reject(world, id, 400, "a patch with an unknown attribute", replace("title", "half"), replace("keywrightUnknown", "half"));
    require((await someUser(world)).title === title, "a rejected patch must change nothing");
  }),
  rule("patchScimUser.user-name", "write", async (world) => {
    const { id, userName } = await someUser(world);
    await reject(world, id, 400, "another userName", replace("userName", `${world.marker}@example.com`));
    require((await someUser(world)).userName === userName, "userName must not change");
  }),
  rule("patchScimUser.display-name", "write", async (world) => {
    const { id } = await someUser(world);
    const name = { givenName: "Conformance", familyName: world.marker, formatted: `Conformance ${world.marker}` };
    const after = await patch(world, id, replace("name", name), replace("locale", "fr-FR"));
    require(after.displayName?.includes(world.marker) === true, "displayName must follow the name");
    require(after.preferredLanguage === "fr-FR", "preferredLanguage must follow the locale");
  }),
  rule("patchScimUser.phone", "write", async (world) => {
    const { id } = await someUser(world);
    const { phoneNumbers = [] } = await patch(world, id, replace("phoneNumbers", [{ value: "+49 30 00000001" }, { value: "+49 30 00000002" }]));
    require(phoneNumbers.length === 1 && phoneNumbers[0]?.value === "+49 30 00000001", "only the first phone number must be stored");
  }),
  rule("patchScimUser.suspended", "write", async (world) => {
    const { id } = await someUser(world);
    const suspended = await patch(world, id, replace("active", false));
    require(suspended.active === false, "active must be false");
    require((await someUser(world)).active === true, "active must be true again");
  }),
  rule("patchScimUser.unknown-id", "faults", "an unknown user is 404", (world) =>
    reject(world, crypto.randomUUID(), 404, "an unknown user", replace("active", true)),
  ),
  rule("deleteScimUser.unknown-id", "faults", "an unknown user is 404", async ({ session }) => {
    requireStatus(await session.attempt("deleteScimUser", { path: { userId: crypto.randomUUID() } }), [404], "an unknown user");
  }),
  rule("deleteScimUser.gone", "write", async (world) => {
    const { session } = world;
    const userId = needed(session.named.deletableUser, "name a user who may be deleted for good by --deletable-user");
    await session.succeed("deleteScimUser", { path: { userId } });
    requireStatus(await session.attempt("deleteScimUser", { path: { userId } }), [404], "a second deletion");
    await reject(world, userId, 404, "a deleted user", replace("active", true));
  }),
];
