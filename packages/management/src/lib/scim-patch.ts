import type { ScimPatch, ScimPatchOperation } from "../generated/client.ts";
import type { ScimPath, ScimPathValue } from "./scim-attributes.ts";
import { checkScimValue, writeScimPath } from "./scim-path.ts";

/**
 * Changes to a user, made in their order: the body of `patchScimUser`, which grows by each method. A method gives a new patch; the one it is called on stays as it is.
 */
export interface ScimPatchBuilder extends ScimPatch {
  /** Sets an attribute that has no value, and adds values to a list; of a list, what is there already is not added once more. */
  add<const Path extends ScimPath>(path: Path, value: ScimPathValue<Path>): ScimPatchBuilder;
  /** Sets an attribute, a whole list, or the values of a list that a path selects. */
  replace<const Path extends ScimPath>(path: Path, value: ScimPathValue<Path>): ScimPatchBuilder;
  /** Takes a value away: of an attribute, of a whole list, or of those in a list that a path selects. */
  remove(path: ScimPath): ScimPatchBuilder;
}

// RFC 7644 §3.5.2.
const PATCH_OP = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

/**
 * Begins a patch of a SCIM user.
 *
 * A path is an attribute, `"active"` or `"name.familyName"`, or values of a list: `["emails", { type: "work" }, "value"]` is sent as `emails[type eq "work"].value`, with the value
 * escaped. What the service decides itself (`id`, `meta`, `displayName`, `preferredLanguage`) or never changes (`userName`) does not compile and is refused at run time as well.
 * Of `phoneNumbers` the service stores the first value only; each value of `roles` must name a role that exists.
 *
 * @throws ArgumentError from its methods where a path names nothing that can be changed, or a value is not what it takes, without repeating it.
 * @example
 * ```ts
 * const body = scimPatch().replace("active", false).replace(["emails", { type: "work" }, "value"], "new.name@example.com").remove("title");
 * await management.patchScimUser({ userId, body });
 * ```
 * @see RFC 7644 section 3.5.2
 */
export function scimPatch(): ScimPatchBuilder {
  return withMethods([]);
}

/** A message that has the methods, which are no members that anybody would send or see. */
function withMethods(Operations: readonly ScimPatchOperation[]): ScimPatchBuilder {
  const then = (op: "add" | "replace", target: ScimPath, value: unknown): ScimPatchBuilder => {
    const by = `scimPatch.${op}`;
    const { path, kind } = writeScimPath(by, target);
    // RFC 7644 §3.5.2.1: what is added to a list may be one value of it. Typed, it is always a list, so that there is one way to say it.
    checkScimValue(by, "value", value, kind);
    return withMethods([...Operations, { op, path, value }]);
  };
  const methods: Omit<ScimPatchBuilder, keyof ScimPatch> = {
    add: (path, value) => then("add", path, value),
    replace: (path, value) => then("replace", path, value),
    remove: (path) => withMethods([...Operations, { op: "remove", path: writeScimPath("scimPatch.remove", path).path }]),
  };
  const message: ScimPatch = { schemas: [PATCH_OP], Operations };
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(message, name, { value });
  return message as ScimPatchBuilder;
}
