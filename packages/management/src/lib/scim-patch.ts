import type { ScimPatch, ScimPatchOperation } from "../generated/client.ts";
import type { ScimPath, ScimPathValue } from "./scim-attributes.ts";
import { checkScimValue, writeScimPath } from "./scim-path.ts";

/** Collects changes to a user, in the order of the calls. Each method changes this builder and returns it. */
export interface ScimPatchBuilder {
  /** The changes so far, as the body of `patchScimUser`: a copy, which later calls do not change. The service does not accept one without changes. */
  readonly body: ScimPatch;
  /** Sets an attribute that has no value, and adds values to a list; values that the list has already are not added again. */
  add<const Path extends ScimPath>(path: Path, value: ScimPathValue<Path>): ScimPatchBuilder;
  /** Sets an attribute, a whole list, or the values of a list that a path selects. */
  replace<const Path extends ScimPath>(path: Path, value: ScimPathValue<Path>): ScimPatchBuilder;
  /** Removes the value of an attribute, a whole list, or the values of a list that a path selects. */
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
 * const patch = scimPatch().replace("active", false).replace(["emails", { type: "work" }, "value"], "new.name@example.com").remove("title");
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
    // RFC 7644 §3.5.2.1: what is added to a list may be one value of it. Typed, it is always a list, so that there is one way to say it.
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
