import type { ScimPatch, ScimPatchOperation } from "../generated/client.ts";
import type { ScimPath, ScimPathValue } from "./scim-attributes.ts";
import { checkScimValue, writeScimPath } from "./scim-path.ts";

/** Collects changes to a user, in the order of the calls. Each method returns this builder. */
export interface ScimPatchBuilder {
  /** A copy of the changes, as the body of `patchScimUser`. The service rejects an empty one. */
  readonly body: ScimPatch;
  /** Sets an attribute without a value, or adds values to a list, except those that it has. */
  add<const Path extends ScimPath>(path: Path, value: ScimPathValue<Path>): ScimPatchBuilder;
  /** Sets an attribute, a whole list, or the values of a list that a path selects. */
  replace<const Path extends ScimPath>(path: Path, value: ScimPathValue<Path>): ScimPatchBuilder;
  /** Removes the value of an attribute, a whole list, or the values that a path selects. */
  remove(path: ScimPath): ScimPatchBuilder;
}

// RFC 7644 §3.5.2.
const PATCH_OP = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

/**
 * Returns an empty patch of a SCIM user.
 *
 * A path is an attribute, such as `"active"` or `"name.familyName"`, or values of a list:
 * `["emails", { type: "work" }, "value"]` is sent as `emails[type eq "work"].value`, with the value
 * escaped. `id`, `meta`, `displayName`, `preferredLanguage` and `userName` cannot be changed: they
 * do not compile, and throw at run time. The service stores only the first of `phoneNumbers`; each
 * value of `roles` must name a role.
 *
 * @throws ArgumentError from its methods for a path that cannot be changed or a value of the wrong
 * type. The message does not contain the value.
 * @example
 * ```ts
 * const email = ["emails", { type: "work" }, "value"] as const;
 * const patch = scimPatch().replace("active", false).replace(email, "a@example.com");
 * await management.patchScimUser({ userId, body: patch.body });
 * ```
 * @see RFC 7644 section 3.5.2
 */
export function scimPatch(): ScimPatchBuilder {
  const operations: ScimPatchOperation[] = [];
  const then = (operation: ScimPatchOperation): ScimPatchBuilder => {
    operations.push(operation);
    return patch;
  };
  const set = (op: "add" | "replace", target: ScimPath, value: unknown): ScimPatchBuilder => {
    const by = `scimPatch.${op}`;
    const { path, kind } = writeScimPath(by, target);
    // RFC 7644 §3.5.2.1 also allows a single value for a list; the types only allow a list.
    checkScimValue(by, "value", value, kind);
    return then({ op, path, value });
  };
  const patch: ScimPatchBuilder = {
    get body() {
      return { schemas: [PATCH_OP], Operations: [...operations] };
    },
    add: (path, value) => set("add", path, value),
    replace: (path, value) => set("replace", path, value),
    remove: (path) => then({ op: "remove", path: writeScimPath("scimPatch.remove", path).path }),
  };
  return patch;
}
