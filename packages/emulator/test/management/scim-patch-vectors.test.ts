import { withVectors } from "@keywright/tool-test-kit/testing";
import { describe, expect, test } from "vitest";
import { FilterSyntaxError } from "../../src/lib/management/filter/filter-tokens.ts";
import { applyScimChange, type ScimChange, ScimPatchError } from "../../src/lib/management/scim/scim-patch.ts";
import { parseScimPath } from "../../src/lib/management/scim/scim-path.ts";

interface Vector {
  readonly name: string;
  readonly before: { readonly [name: string]: unknown };
  readonly operations: readonly { readonly op: string; readonly path?: string; readonly value?: unknown }[];
  readonly after?: unknown;
  readonly error?: string;
  readonly options?: { readonly treatMissingAsAdd?: boolean };
}

/** Cases that RFC 7644 decides otherwise, or not at all, with the reason. */
const NOT_DECIDED: { readonly [name: string]: string } = {
  "nested object do not exists can be treated as ADD": "an option of that library; RFC 7644 §3.12 has noTarget",
  "no record match was made": "the same, without the option",
  "Replace op with value of empty object results in circular reference": "the same",
  "empty array add filter type + field (Azure AD)": "§3.12 has noTarget where a filter selects nothing; a custom of one client",
  "existing array add filter type + field (Azure AD)": "the same",
  "existing array add filter type + field (Azure AD) with lower case add": "the same",
  "empty array add filter type + field 2nd level": "the same",
  "should not modify anything if element not found": "the same: noTarget, not silence",
  "add a non object value to an object key": "§3.5.2.3: a complex attribute is replaced by a set of sub-attributes; that library puts a text in its place",
  "replace on multiValued objects without complete path": "§3.5.2.3: without a filter all values are replaced; that library merges",
  "with unavailable nested fields": "§3.5.2: a path has two attributes at most",
};

// Of one name in two cases: the one whose answer is an error is decided.
const reasonFor = ({ name, error }: Vector): string | undefined =>
  error === undefined ? NOT_DECIDED[name.replace(/^.*?(ADD|REPLACE|REMOVE|INVALID): /, "").trim()] : undefined;

function run({ before, operations }: Vector): unknown {
  const copy = structuredClone(before) as { [name: string]: unknown };
  for (const { op, path, value } of operations) {
    const name = op.toLowerCase();
    if (name !== "add" && name !== "replace" && name !== "remove") throw new ScimPatchError(`there is no operation ${op}`);
    applyScimChange(copy, { op: name, path: parseScimPath(path ?? ""), value } satisfies ScimChange);
  }
  return copy;
}

describe("the examples of RFC 7644 §3.5.2", () => {
  const addresses = [
    { type: "work", streetAddress: "100 Example Street" },
    { type: "home", streetAddress: "1 Example Lane" },
  ];
  test.each([
    ["add a member", { members: [{ value: "1" }] }, [{ op: "add", path: "members", value: [{ value: "2" }] }], { members: [{ value: "1" }, { value: "2" }] }],
    ["remove one member", { members: [{ value: "1" }, { value: "2" }] }, [{ op: "remove", path: 'members[value eq "1"]' }], { members: [{ value: "2" }] }],
    ["remove all members", { members: [{ value: "1" }] }, [{ op: "remove", path: "members" }], {}],
    [
      "replace an address",
      { addresses },
      [{ op: "replace", path: 'addresses[type eq "work"]', value: { type: "work", streetAddress: "911 Example Plaza", primary: true } }],
      { addresses: [{ type: "work", streetAddress: "911 Example Plaza", primary: true }, addresses[1]] },
    ],
    [
      "replace part of an address",
      { addresses },
      [{ op: "replace", path: 'addresses[type eq "work"].streetAddress', value: "1010 Example Road" }],
      { addresses: [{ type: "work", streetAddress: "1010 Example Road" }, addresses[1]] },
    ],
  ])("%s", (name, before, operations, after) => {
    expect(run({ name, before, operations })).toEqual(after);
  });
});

withVectors<Vector>("scim-patch/scim-patch.json", (cases) => {
  const withPath = cases.filter(({ operations }) => operations.every(({ path }) => path !== undefined));
  const decided = withPath.filter((vector) => reasonFor(vector) === undefined);

  describe("a patch of the public suite", () => {
    test.each(decided)("$name", (vector) => {
      if (vector.error === undefined) return expect(run(vector)).toEqual(vector.after);
      let caught: unknown;
      try {
        run(vector);
      } catch (error) {
        caught = error;
      }
      return expect(caught instanceof ScimPatchError || caught instanceof FilterSyntaxError).toBe(true);
    });
  });

  test("of the public suite, only operations without a path and what RFC 7644 does not decide so are left out", () => {
    expect([cases.length, withPath.length, decided.length]).toEqual([96, 81, 70]);
    const used = new Set(withPath.map(reasonFor));
    expect(Object.entries(NOT_DECIDED).filter(([, reason]) => !used.has(reason))).toEqual([]);
  });
});
