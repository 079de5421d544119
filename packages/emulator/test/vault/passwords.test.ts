import { describe, expect, test } from "vitest";
import { clientOf, IDS, LOGIN_PATH, patch, errorResponse, send, sendJson, testVault } from "./support.ts";

type Made = {
  readonly id: string;
  readonly value: string;
  readonly type: string;
  readonly entropy?: number;
  readonly passwordDetails?: { readonly entropy: number; readonly generated: boolean; readonly strength: string; readonly history?: readonly string[] };
};

async function field(emulator: ReturnType<typeof testVault>, input: object): Promise<Made> {
  const body = { title: "New", vault: { id: IDS.vault }, category: "LOGIN", fields: [input] };
  const answer = await sendJson(emulator, "POST", `/v1/vaults/${IDS.vault}/items`, body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return (answer.body as { readonly fields: readonly [Made] }).fields[0];
}

const generated = (recipe?: object, emulator = testVault()) =>
  field(emulator, { type: "CONCEALED", generate: true, ...(recipe === undefined ? {} : { recipe }) });

describe("a generated value", () => {
  test("without a recipe has 32 characters of letters, digits and symbols", async () => {
    const { value } = await generated();
    expect(value).toMatch(/^[!-~]{32}$/);
    for (const set of [/[A-Za-z]/, /\d/, /[^A-Za-z\d]/]) expect(value).toMatch(set);
  });

  test.each([
    [{ length: 1 }, /^[!-~]$/],
    [{ length: 64 }, /^[!-~]{64}$/],
    [{ length: 24, characterSets: ["LETTERS", "DIGITS"] }, /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z\d]{24}$/],
    [{ characterSets: ["DIGITS"] }, /^\d{32}$/],
    [{ length: 40, characterSets: ["SYMBOLS"] }, /^[^A-Za-z\d\s]{40}$/],
    [{ length: 2, characterSets: ["LETTERS", "DIGITS"] }, /^([A-Za-z]\d|\d[A-Za-z])$/],
    [{ length: 64, characterSets: ["DIGITS"], excludeCharacters: "01234567" }, /^[89]{64}$/],
    [{ length: 8, characterSets: ["DIGITS", "LETTERS"], excludeCharacters: "0123456789" }, /^[A-Za-z]{8}$/],
    [{ length: 6, characterSets: ["DIGITS", "DIGITS"] }, /^\d{6}$/],
  ])("by the recipe %j has the form %s", async (recipe, form) => {
    for (const randomSeed of [1, 2, 3, 4, 5]) expect((await generated(recipe, testVault({ randomSeed }))).value).toMatch(form);
  });

  test.each([
    [{ length: 0 }, "fields/0/recipe/length must be >= 1"],
    [{ length: 65 }, "fields/0/recipe/length must be <= 64"],
    [{ length: 1.5 }, "fields/0/recipe/length must be integer or null"],
    [{ length: "8" }, "fields/0/recipe/length must be integer or null"],
    [{ characterSets: ["EMOJI"] }, "The character sets of a recipe must be among LETTERS, DIGITS, SYMBOLS"],
    [{ characterSets: ["constructor"] }, "The character sets of a recipe must be among LETTERS, DIGITS, SYMBOLS"],
    [{ characterSets: [] }, "fields/0/recipe/characterSets must NOT have fewer than 1 items"],
    [{ characterSets: ["DIGITS"], excludeCharacters: "0123456789" }, "The recipe excludes all characters"],
  ])("by the recipe %j is rejected: %s", async (recipe, message) => {
    const body = { title: "New", vault: { id: IDS.vault }, category: "LOGIN", fields: [{ generate: true, recipe }] };
    expect(await sendJson(testVault(), "POST", `/v1/vaults/${IDS.vault}/items`, body)).toMatchObject(errorResponse(400, message));
  });

  test("comes from the seeded randomness: the same again, another by another seed, and a new one each time", async () => {
    const emulator = testVault();
    const [first, second] = [await generated(undefined, emulator), await generated(undefined, emulator)];
    expect(second.value).not.toBe(first.value);
    expect((await generated()).value).toBe(first.value);
    expect((await generated(undefined, testVault({ randomSeed: 2 }))).value).not.toBe(first.value);
  });

  test("has the characters of each set anywhere, not at the front", async () => {
    const kinds = new Set<string>();
    for (let randomSeed = 1; randomSeed <= 20; randomSeed += 1) {
      const { value } = await generated({ length: 8, characterSets: ["LETTERS", "DIGITS"] }, testVault({ randomSeed }));
      kinds.add(/^[A-Za-z]\d/.test(value) ? "letter, digit" : "other");
    }
    expect(kinds).toContain("other");
  });

  test("takes the place of a value that is sent along; without generate the value counts and a recipe is passed over", async () => {
    expect((await field(testVault(), { generate: true, value: "typed", recipe: { length: 4 } })).value).toMatch(/^.{4}$/);
    expect((await field(testVault(), { generate: false, value: "typed", recipe: { length: 4 } })).value).toBe("typed");
  });

  test("neither generate nor recipe is ever returned", async () => {
    const made = await generated({ length: 8 });
    expect([made.type, "generate" in made, "recipe" in made]).toEqual(["CONCEALED", false, false]);
  });
});

describe("entropy and passwordDetails", () => {
  test("of a generated value: its length times the bits of its alphabet", async () => {
    expect(await generated({ length: 24, characterSets: ["LETTERS", "DIGITS"] })).toMatchObject({
      entropy: 142.9,
      passwordDetails: { entropy: 142, generated: true, strength: "FANTASTIC" },
    });
  });

  test.each([
    ["aaaaaaaaaaaaaaaaaaaaaaaa", 0, "TERRIBLE"],
    ["abcdefgh", 24, "WEAK"],
    ["abcdefghijklmnop", 64, "GOOD"],
    ["", 0, "TERRIBLE"],
  ])("of the typed password %j: %d bits, %s", async (value, entropy, strength) => {
    expect(await field(testVault(), { purpose: "PASSWORD", value })).toMatchObject({ entropy, passwordDetails: { entropy, generated: false, strength } });
  });

  test("every strength occurs", async () => {
    const seen = new Set<string>();
    for (let length = 1; length <= 64; length += 1) seen.add((await generated({ length, characterSets: ["DIGITS"] })).passwordDetails?.strength ?? "");
    expect([...seen]).toEqual(["TERRIBLE", "WEAK", "FAIR", "GOOD", "VERY_GOOD", "EXCELLENT", "FANTASTIC"]);
  });

  test("are not given to fields that are no passwords", async () => {
    const { entropy, passwordDetails } = await field(testVault(), { type: "CONCEALED", value: "pin" });
    expect([entropy, passwordDetails]).toEqual([undefined, undefined]);
  });
});

describe("the history of a password", () => {
  const passwordOf = (body: unknown) => (body as { fields: Made[] }).fields.find(({ id }) => id === "password")?.passwordDetails;
  const change = (value: string) => [{ op: "replace", path: "/fields/password/value", value }];

  test("has the earlier values, the newest first, whether changed by a patch or a replacement", async () => {
    const emulator = testVault();
    await patch(emulator, change("second"));
    const item = (await send(emulator, LOGIN_PATH)).body as { fields: Made[] };
    const fields = item.fields.map((one) => (one.id === "password" ? { ...one, value: "third" } : one));
    const { body } = await sendJson(emulator, "PUT", LOGIN_PATH, { ...item, fields });
    expect(passwordOf(body)?.history?.slice(0, 2)).toEqual(["second", "example-password-0"]);
  });

  test("does not grow by a change of something else, nor by the same value again", async () => {
    const emulator = testVault();
    const { body } = await patch(emulator, change("second"));
    const before = passwordOf(body)?.history;
    await patch(emulator, [{ op: "replace", path: "/title", value: "x" }]);
    expect(passwordOf((await patch(emulator, change("second"))).body)?.history).toEqual(before);
  });

  test("keeps twenty values", async () => {
    const emulator = testVault();
    for (let index = 1; index <= 30; index += 1) await patch(emulator, change(`password-${index}`));
    const history = passwordOf((await send(emulator, LOGIN_PATH)).body)?.history ?? [];
    expect([history.length, history[0], history.at(-1)]).toEqual([20, "password-29", "password-10"]);
  });

  test("a generated password is no longer generated once it is typed", async () => {
    const emulator = testVault();
    const rotated = await patch(emulator, [{ op: "add", path: "/fields/password/generate", value: true }]);
    expect(passwordOf(rotated.body)).toMatchObject({ generated: true, history: expect.arrayContaining(["example-password-0"]) });
    expect(passwordOf((await patch(emulator, change("typed"))).body)).toMatchObject({ generated: false });
  });
});

describe("totp", () => {
  // RFC 6238, Appendix B: the secret is the ASCII text 12345678901234567890, the codes have eight digits.
  test.each([
    ["1970-01-01T00:00:59Z", "94287082"],
    ["2005-03-18T01:58:29Z", "07081804"],
    ["2005-03-18T01:58:31Z", "14050471"],
    ["2009-02-13T23:31:30Z", "89005924"],
    ["2033-05-18T03:33:20Z", "69279037"],
    ["2603-10-11T11:33:20Z", "65353130"],
  ])("at %s is %s, by the emulator's clock", async (time, code) => {
    const emulator = testVault();
    emulator.clock.set(time);
    const { fields } = (await send(emulator, LOGIN_PATH)).body as { fields: { id: string; totp?: string }[] };
    expect(fields.find(({ id }) => id === "code")?.totp).toBe(code);
  });

  test("changes with the period, and is the client's to read", async () => {
    const emulator = testVault();
    const read = async () => (await clientOf(emulator).getItem({ vaultUUID: IDS.vault, itemUUID: IDS.login })).fields?.find(({ id }) => id === "code")?.totp;
    const first = await read();
    emulator.clock.advance(29_999);
    expect(await read()).toBe(first);
    emulator.clock.advance(1);
    expect(await read()).not.toBe(first);
  });

  test.each([
    ["OTP", "not an address"],
    ["OTP", "otpauth://hotp/x?secret=GEZDGNBV&counter=1"],
    ["OTP", "otpauth://totp/x?secret=GEZDGNBV&digits=999999999"],
    ["OTP", "otpauth://totp/x?secret=GEZDGNBV&digits=1000"],
    ["OTP", "otpauth://totp/x?secret=GEZDGNBV&digits=1"],
    ["OTP", "otpauth://totp/x?secret=GEZDGNBV&period=0"],
    ["OTP", `otpauth://totp/x?secret=${"A".repeat(5000)}`],
    ["STRING", "otpauth://totp/x?secret=GEZDGNBV"],
  ])("is absent on a field of type %s with the value %.60s", async (type, value) => {
    expect(await field(testVault(), { type, value })).not.toHaveProperty("totp");
  });
});
