import { withVectors } from "@keywright/tool-test-kit/testing";
import { applyPatch as applyTheirs } from "rfc6902";
import { describe, expect, test } from "vitest";
import { createRandom } from "../../src/lib/core/values/random.ts";
import { applyPatch } from "../../src/lib/core/values/json-patch.ts";
import { parsePointer, writePointer } from "../../src/lib/core/values/json.ts";
import { InvalidInput } from "../../src/lib/core/values/issues.ts";
import { patch, testVault } from "./support.ts";

interface Case {
  readonly comment?: string;
  readonly doc: unknown;
  readonly patch: readonly { readonly op?: string; readonly path?: string }[];
  readonly expected?: unknown;
  readonly error?: string;
  readonly disabled?: boolean;
}

const OURS = ["add", "remove", "replace"];
const isOurs = ({ patch: operations }: Case) => operations.every(({ op = "" }) => OURS.includes(op));

/** Applies by the engine that items use; `InvalidInput` is what becomes a 400. */
function outcome(doc: unknown, operations: unknown): { readonly value: unknown } | "refused" {
  try {
    return { value: applyPatch(doc, operations) };
  } catch (error) {
    if (error instanceof InvalidInput) return "refused";
    throw error;
  }
}

for (const path of ["json-patch-tests/tests.json", "json-patch-tests/spec_tests.json"]) {
  withVectors<Case>(path, (cases) => {
    const enabled = cases
      .map((one, index) => ({ ...one, title: `${index}: ${one.comment ?? JSON.stringify(one.patch)}` }))
      .filter(({ disabled }) => disabled !== true);

    describe(`the public cases of ${path}`, () => {
      test.each(enabled.filter(isOurs))("RFC 6902: $title", ({ doc, patch: operations, expected, error }) => {
        const before = JSON.stringify(doc);
        expect(outcome(doc, operations)).toEqual(error === undefined ? { value: expected } : "refused");
        expect(JSON.stringify(doc)).toBe(before);
      });

      test.each(enabled.filter((one) => !isOurs(one)))("an operation that the source does not have is rejected with 400: $title", async (one) => {
        expect(outcome(one.doc, one.patch)).toBe("refused");
        const emulator = testVault();
        const before = JSON.stringify(emulator.store.items.list());
        const { status, body } = await patch(emulator, one.patch);
        expect([status, (body as { message: string }).message]).toEqual([400, expect.stringMatching(/^Invalid patch: /)]);
        expect(JSON.stringify(emulator.store.items.list())).toBe(before);
      });
    });
  });
}

withVectors<Case>("json-patch-tests/tests.json", (first) => {
  withVectors<Case>("json-patch-tests/spec_tests.json", (second) => {
    test("73 enabled cases have no other operations than add, remove and replace", () => {
      expect([...first, ...second].filter((one) => one.disabled !== true && isOurs(one))).toHaveLength(73);
    });
  });
});

interface Document {
  readonly document: unknown;
  readonly cases: readonly { readonly pointer: string; readonly value?: unknown; readonly missing?: true; readonly invalid?: true; readonly whole?: true }[];
}

/** What a pointer finds: replacing it proves that it is there, and what is different afterwards is what it named. */
function find(document: unknown, pointer: string): unknown {
  const mark = { found: true };
  const result = outcome(document, [{ op: "replace", path: pointer, value: mark }]);
  return result === "refused" ? "missing" : result.value;
}

withVectors<{ readonly description: string; readonly value: string; readonly valid: boolean }>("rfc6901-pointer/json-pointer.json", (cases) => {
  test.each(cases)("the RFC 6901 pointer, $description: $value is valid: $valid", ({ value, valid }) => {
    if (!valid) return expect(() => parsePointer(value)).toThrow(InvalidInput);
    expect(writePointer(parsePointer(value))).toBe(value);
  });
});

const expectFound = ({ document, cases }: Document) => {
  for (const { pointer, value, missing, invalid, whole } of cases) {
    const found = find(document, pointer);
    if (missing === true || invalid === true) expect([pointer, found]).toEqual([pointer, "missing"]);
    else if (whole === true) expect(found).toEqual({ found: true });
    else {
      // Undoing the replacement with the expected value gives the document again: it was that value that was found.
      expect([pointer, outcome(found, [{ op: "replace", path: pointer, value }])]).toEqual([pointer, { value: document }]);
      expect(JSON.stringify(found)).toContain('{"found":true}');
    }
  }
};
const path = "rfc6901-pointer/rfc6901-section5.json";
withVectors<never>(path, (document) => test("RFC 6901: the document of section 5", () => expectFound(document as unknown as Document)));
withVectors<Document>("rfc6901-pointer/janl-get.json", (documents) =>
  test("RFC 6901: what pointers find, and what is missing", () => {
    for (const document of documents) expectFound(document);
  }),
);

withVectors<{ readonly pointer: string }>("rfc6901-pointer/prototype-pollution.json", (cases) => {
  test.each(cases)("the pointer $pointer pollutes nothing, in the engine and through the service", async ({ pointer }) => {
    for (const doc of [{}, { foo: {} }, [], { foo: [] }]) {
      for (const op of OURS) expect(outcome(doc, [{ op, path: pointer, value: "polluted" }])).toBe("refused");
    }
    expect((await patch(testVault(), [{ op: "add", path: pointer, value: "polluted" }])).status).toBe(400);
    expect(({} as { boo?: unknown }).boo).toBeUndefined();
  });
});

test("a property named __proto__ is a property, and no prototype", () => {
  const doc = JSON.parse('{"a":{}}') as unknown;
  const result = outcome(doc, [{ op: "add", path: "/a/__proto__", value: { boo: 1 } }]);
  expect(JSON.stringify(result)).toBe('{"value":{"a":{"__proto__":{"boo":1}}}}');
  expect(({} as { boo?: unknown }).boo).toBeUndefined();
});

describe("two thousand random patches", () => {
  const random = createRandom("patches");
  const names = ["a", "b", "0", "1", "-", "~x", "/y", ""];
  const make = (depth: number): unknown => {
    const kind = random.integer(0, depth > 2 ? 1 : 3);
    if (kind === 2) return Array.from({ length: random.integer(0, 3) }, () => make(depth + 1));
    if (kind === 3) return Object.fromEntries(Array.from({ length: random.integer(0, 3) }, () => [random.pick(names), make(depth + 1)]));
    return random.pick([1, "x", true, null]);
  };
  const pathOf = () => writePointer(Array.from({ length: random.integer(0, 3) }, () => random.pick(names)));
  const rounds = Array.from({ length: 2000 }, () => ({
    doc: make(0),
    operations: Array.from({ length: random.integer(1, 3) }, () => ({ op: random.pick(OURS), path: pathOf(), value: make(1) })),
  }));

  /** It reports some mistakes and throws at others. */
  const rejectedBy = (document: unknown, operations: Parameters<typeof applyTheirs>[1]): boolean => {
    try {
      return applyTheirs(document, operations).some((error) => error !== null);
    } catch {
      return true;
    }
  };

  test("come out as by another implementation of RFC 6902", () => {
    let applied = 0;
    for (const { doc, operations } of rounds) {
      const theirs = { root: structuredClone(doc) };
      // Its root cannot be changed in place: ours and theirs look at it as a member.
      const below = operations.map((operation) => ({ ...operation, path: `/root${operation.path}` })) as Parameters<typeof applyTheirs>[1];
      const isRefused = rejectedBy(theirs, below);
      const ours = outcome({ root: doc }, below);
      // Ours is the stricter one: theirs goes into texts by their places (`/0` of "x") and takes `length` for a member of a list.
      if (isRefused) expect([doc, operations, ours]).toEqual([doc, operations, "refused"]);
      if (ours !== "refused") expect([doc, operations, ours.value]).toEqual([doc, operations, theirs]);
      applied += ours === "refused" ? 0 : 1;
    }
    expect(applied).toBeGreaterThan(200);
  });
});
