import { rawFilter } from "@keywright/vault";
import { describe, expect, test } from "vitest";
import { parseFilter, VAULT_FILTER } from "../../src/lib/vault/operations/filter.ts";
import { InvalidInput } from "../../src/lib/core/values/issues.ts";
import { clientOf, IDS, errorResponse, send, testVault } from "./support.ts";

const VAULTS = "/v1/vaults";
const ITEMS = `/v1/vaults/${IDS.vault}/items`;
const list = async (path: string, filter: string, emulator = testVault()) => send(emulator, `${path}?filter=${encodeURIComponent(filter)}`);
const titles = async (filter: string) => ((await list(ITEMS, filter)).body as { title: string }[]).map(({ title }) => title);

describe("the filter of listVaults", () => {
  test.each(['name eq "Production"', 'title eq "Production"', 'NAME EQ "Production"', 'name eq "\\u0050roduction"'])("%s finds a vault", async (filter) => {
    expect(await list(VAULTS, filter)).toMatchObject({ status: 200, body: [{ id: IDS.vault, name: "Production" }] });
  });

  test.each(['name eq "production"', 'name eq "Prod"', 'name eq ""', 'name eq "Board"'])(
    "%s finds none: the whole name counts, its case too, and the scope",
    async (filter) => {
      expect(await list(VAULTS, filter)).toMatchObject({ status: 200, body: [] });
    },
  );
});

describe("the filter of listItems", () => {
  test.each([
    ['title eq "Portal"', ["Portal"]],
    ['title eq "Notes on the portal"', ["Notes on the portal"]],
    ['title co "ortal"', ["Portal", "Notes on the portal"]],
    ['title CO "Notes"', ["Notes on the portal"]],
    ['title co ""', ["Portal", "Notes on the portal"]],
    ['tag eq "finance"', ["Portal"]],
    ['tag eq "web"', ["Portal", "Notes on the portal"]],
    ['tag eq "we"', []],
    ['tag co "fin"', ["Portal"]],
  ])("%s finds %j", async (filter, expected) => {
    expect(await titles(filter)).toEqual(expected);
  });

  test.each(['a "quoted" one', "back\\slash", "tab\t", "😀 ü", "&#+%", " spaces ", "__proto__", "\ud800"])(
    "the title %j is found, written as JSON",
    async (title) => {
      const emulator = testVault({
        seed: {
          vaults: [
            {
              id: IDS.vault,
              name: "V",
              items: [
                { title, category: "LOGIN" },
                { title: "x", category: "LOGIN" },
              ],
            },
          ],
        },
      });
      const items = await send(emulator, `${ITEMS}?filter=${encodeURIComponent(`title eq ${JSON.stringify(title)}`)}`);
      expect((items.body as { title: string }[]).map((item) => item.title)).toEqual([title]);
    },
  );

  test("a title as long as a filter may be is found", async () => {
    const title = "\\".repeat(8000);
    const emulator = testVault({ seed: { vaults: [{ id: IDS.vault, name: "V", items: [{ title, category: "LOGIN" }] }] } });
    expect(((await list(ITEMS, `title eq ${JSON.stringify(title)}`, emulator)).body as unknown[]).length).toBe(1);
    expect(await list(ITEMS, `title eq "${"a".repeat(16_384)}"`, emulator)).toMatchObject(
      errorResponse(400, "Invalid filter: it must NOT have more than 16384 characters"),
    );
  });

  test("a client's filter arrives whole", async () => {
    expect(await clientOf(testVault()).listItems({ vaultUUID: IDS.vault, filter: rawFilter('title eq "Portal"') })).toMatchObject([{ id: IDS.login }]);
  });
});

describe("an invalid filter is 400", () => {
  test.each([
    ["", "it must NOT have fewer than 1 characters"],
    [" ", 'it must have the form attribute operator "value"'],
    ["  ", "vaults are filtered by name"],
    ["name", 'it must have the form attribute operator "value"'],
    ["name pr", 'it must have the form attribute operator "value"'],
    ['"Production"', 'it must have the form attribute operator "value"'],
    ['name eq"x"', 'it must have the form attribute operator "value"'],
    ['name  eq "x"', "the operator must be eq"],
    [' name eq "x"', "vaults are filtered by name"],
    ['description eq "x"', "vaults are filtered by name, not by description"],
    ['__proto__ eq "x"', "vaults are filtered by name"],
    ['constructor eq "x"', "vaults are filtered by name, not by constructor"],
    ['tag eq "x"', "vaults are filtered by name, not by tag"],
    ['name co "x"', "the operator must be eq"],
    ['name ne "x"', "the operator must be eq"],
    ['name toString "x"', "the operator must be eq"],
    ["name eq x", "the value must be in double quotes"],
    ["name eq 'x'", "the value must be in double quotes"],
    ["name eq 5", "the value must be in double quotes"],
    ["name eq true", "the value must be in double quotes"],
    ["name eq ", "the value must be in double quotes"],
    ['name eq  "x"', "the value must be in double quotes"],
    ['name eq "x', "the value must end with a double quote"],
    ['name eq "x\\"', "the value must end with a double quote"],
    ['name eq "x" ', "nothing may follow the value"],
    ['name eq "x" or name eq "y"', "nothing may follow the value"],
    ['name eq "x" and name eq "y"', "nothing may follow the value"],
    ['name eq "x""y"', "nothing may follow the value"],
    ['not (name eq "x")', "vaults are filtered by name, not by not"],
    ['(name eq "x")', "vaults are filtered by name"],
    ['items[name eq "x"]', "vaults are filtered by name"],
    ['name eq "a\\x"', "the value has an escape that JSON does not know"],
    ['name eq "\\u12"', "the value has an escape that JSON does not know"],
    ['name eq "\\u12G4"', "the value has an escape that JSON does not know"],
    ['name eq "\\__proto__"', "the value has an escape that JSON does not know"],
    ['name eq "a\nb"', "a control character must be written as an escape"],
    ['name eq "\u0000"', "a control character must be written as an escape"],
  ])("%j: %s", async (filter, message) => {
    expect(await list(VAULTS, filter)).toMatchObject(errorResponse(400, `Invalid filter: ${message}`));
  });

  test.each([
    ['version eq "1"', "items are filtered by title or tag, not by version"],
    ['name eq "x"', "items are filtered by title or tag, not by name"],
    ['title sw "x"', "the operator must be eq or co"],
    ['tags eq "x"', "items are filtered by title or tag, not by tags"],
    ["title pr", 'it must have the form attribute operator "value"'],
  ])("of listItems, %j: %s", async (filter, message) => {
    expect(await list(ITEMS, filter)).toMatchObject(errorResponse(400, `Invalid filter: ${message}`));
  });

  test("and so is one that is given twice", async () => {
    expect((await send(testVault(), `${VAULTS}?filter=name%20eq%20%22a%22&filter=name%20eq%20%22b%22`)).status).toBe(400);
  });

  test.each([
    ["ten thousand parentheses", "(".repeat(10_000)],
    ["an open value as long as a filter may be", `name eq "${"a".repeat(16_000)}`],
    ["escapes in a value as long as a filter may be", `name eq "${"\\\\".repeat(8000)}`],
    ["pairs that a regular expression would try again and again, as many as fit", `name eq "${'\\"a'.repeat(5000)}!`],
  ])("without backtracking: %s", async (_name, filter) => {
    expect((await list(VAULTS, filter)).status).toBe(400);
    // A parser that backtracks on these texts would not end.
    for (let round = 0; round < 100; round += 1) expect(() => parseFilter(filter, VAULT_FILTER)).toThrow(InvalidInput);
  });

  test.each([
    ["an open value of a megabyte", `name eq "${"a".repeat(1_000_000)}`],
    ["a megabyte of escapes", `name eq "${"\\\\".repeat(500_000)}`],
    ["a megabyte of spaces", " ".repeat(1_000_000)],
    ["a hundred thousand comparisons", 'name eq "a" and '.repeat(100_000)],
    ["an attribute of a megabyte", `${"a".repeat(1_000_000)} eq "x"`],
    ["pairs that a regular expression would try again and again", `name eq "${'\\"a'.repeat(300_000)}!`],
  ])("before it is parsed: %s", async (_name, filter) => {
    expect(await list(VAULTS, filter)).toMatchObject(errorResponse(400, "Invalid filter: it must NOT have more than 16384 characters"));
  });
});
