import { array, assert, constantFrom, nat, pre, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { createMasker, findersOf } from "../src/lib/masking/masker.ts";

/** A masker of byte strings alone. */
const maskerOf = (secrets: readonly Uint8Array[]) => createMasker(findersOf(() => ({ text: secrets.map(latin1), base64: [] })));

const latin1 = (part: Uint8Array): string => Buffer.from(part).toString("latin1");
const bytes = (text: string): Buffer => Buffer.from(text, "latin1");

/** The masked text of an output that is written in parts, and what each part released. */
function masked(secrets: readonly Uint8Array[], parts: readonly Uint8Array[]): Buffer {
  const masker = maskerOf(secrets);
  return Buffer.concat([...parts.map((part) => masker.write(part)), masker.end()]);
}

/** What masking means, by looking for each secret at each place. */
function expected(secrets: readonly Uint8Array[], text: Buffer): Buffer {
  const owner = Array.from({ length: text.length }, () => 0);
  const joins = Array.from({ length: text.length + 1 }, () => false);
  for (let start = 0; start < text.length; start += 1)
    for (const { length } of secrets.filter((secret) => text.subarray(start, start + secret.length).equals(secret)))
      for (let at = start; at < start + length; at += 1) {
        owner[at] = 1;
        if (at > start) joins[at] = true;
      }
  const parts: Uint8Array[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (owner[at] === 0) parts.push(text.subarray(at, at + 1));
    else if (!joins[at]) parts.push(bytes("[secret]"));
  }
  return Buffer.concat(parts);
}

/** Few letters make overlaps, prefixes and repetitions likely; bytes outside UTF-8 are among them. */
const letters = constantFrom(0x61, 0x62, 0xff, 0x0a);
const aText = array(letters, { maxLength: 60 }).map((list) => Buffer.from(list));
const secretList = array(
  array(letters, { minLength: 1, maxLength: 7 }).map((list) => Buffer.from(list)),
  { minLength: 1, maxLength: 5 },
);
const cuts = array(nat(60), { maxLength: 20 });

function split(text: Buffer, at: readonly number[]): readonly Buffer[] {
  const places = [0, ...at.map((place) => Math.min(place, text.length)).sort((one, other) => one - other), text.length];
  return places.slice(1).map((place, index) => text.subarray(places[index], place));
}

describe("a masker", () => {
  it("hides each byte of a secret and nothing else, however the output is split", () => {
    assert(
      property(secretList, aText, cuts, (secrets, text, at) => {
        expect(masked(secrets, split(text, at)).toString("latin1")).toBe(expected(secrets, text).toString("latin1"));
      }),
      { numRuns: 500 },
    );
  });

  it("holds back the longest end that begins a secret, and no more", () => {
    assert(
      property(secretList, aText, (secrets, text) => {
        pre(!secrets.some((secret) => text.includes(secret)));
        const begins = (length: number): boolean =>
          secrets.some((secret) => secret.length > length && text.subarray(text.length - length).equals(secret.subarray(0, length)));
        const held = Array.from({ length: Math.min(7, text.length) }, (_, index) => index + 1).filter(begins);
        const masker = maskerOf(secrets);
        expect(masker.write(text).length).toBe(text.length - Math.max(0, ...held));
        expect(masker.end().length).toBe(Math.max(0, ...held));
      }),
      { numRuns: 500 },
    );
  });

  it("passes a prompt without a line end at once", () => {
    const masker = maskerOf([bytes("hunter22")]);
    expect(String(masker.write(bytes("Password: ")))).toBe("Password: ");
    expect(String(masker.write(bytes("hun")))).toBe("");
    expect(String(masker.write(bytes("t!")))).toBe("hunt!");
    expect(String(masker.write(bytes("a hunter22")))).toBe("a [secret]");
  });

  it("hides a secret that is added later, also if its beginning is already held", () => {
    const masker = maskerOf([bytes("abcd")]);
    expect(String(masker.write(bytes("xab")))).toBe("x");
    masker.use(findersOf(() => ({ text: ["abcd", "abyz"], base64: [] })));
    expect(String(masker.write(bytes("yz abcd abyz.")))).toBe("[secret] [secret] [secret].");
  });

  it("keeps a hidden secret hidden if others are added while its end is held", () => {
    const masker = maskerOf([bytes("abcab"), bytes("abxx")]);
    expect(String(masker.write(bytes("-abcab")))).toBe("-[secret]");
    masker.use(findersOf(() => ({ text: ["abcab", "abxx", "zzzz"], base64: [] })));
    expect(String(masker.write(bytes("c zzzz")))).toBe("c [secret]");
  });
});
