import { array, assert, constantFrom, nat, pre, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { formsOf } from "../src/lib/masking/forms.ts";
import { createMasker } from "../src/lib/masking/masker.ts";

const bytes = (text: string): Buffer => Buffer.from(text, "latin1");

/** The masked text of an output that is written in parts, and what each part released. */
function masked(secrets: readonly Uint8Array[], parts: readonly Uint8Array[]): Buffer {
  const masker = createMasker(secrets);
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
      { numRuns: 3000 },
    );
  });

  it("holds back the longest end that begins a secret, and no more", () => {
    assert(
      property(secretList, aText, (secrets, text) => {
        pre(!secrets.some((secret) => text.includes(secret)));
        const begins = (length: number): boolean =>
          secrets.some((secret) => secret.length > length && text.subarray(text.length - length).equals(secret.subarray(0, length)));
        const held = Array.from({ length: Math.min(7, text.length) }, (_, index) => index + 1).filter(begins);
        const masker = createMasker(secrets);
        expect(masker.write(text).length).toBe(text.length - Math.max(0, ...held));
        expect(masker.end().length).toBe(Math.max(0, ...held));
      }),
      { numRuns: 1000 },
    );
  });

  it("passes a prompt without a line end at once", () => {
    const masker = createMasker([bytes("hunter22")]);
    expect(String(masker.write(bytes("Password: ")))).toBe("Password: ");
    expect(String(masker.write(bytes("hun")))).toBe("");
    expect(String(masker.write(bytes("t!")))).toBe("hunt!");
    expect(String(masker.write(bytes("a hunter22")))).toBe("a [secret]");
  });

  it("hides a secret that is added later, also if its beginning is already held", () => {
    const masker = createMasker([bytes("abcd")]);
    expect(String(masker.write(bytes("xab")))).toBe("x");
    masker.add([bytes("abyz")]);
    expect(String(masker.write(bytes("yz abcd abyz.")))).toBe("[secret] [secret] [secret].");
  });

  it("keeps a hidden secret hidden if others are added while its end is held", () => {
    const masker = createMasker([bytes("abcab"), bytes("abxx")]);
    expect(String(masker.write(bytes("-abcab")))).toBe("-[secret]");
    masker.add([bytes("zzzz")]);
    expect(String(masker.write(bytes("c zzzz")))).toBe("c [secret]");
  });
});

describe("the forms of a secret", () => {
  const secret = `p"ä ss/wörd+%&<(it's)~*!>`;
  it.each([
    ["itself", secret],
    ["JSON", JSON.stringify({ password: secret })],
    ["JSON in ASCII", String.raw`{"password": "p\"\u00e4 ss/w\u00f6rd+%&<(it's)~*!>"}`],
    ["JSON in ASCII with escaped slashes", String.raw`{"password":"p\"\u00e4 ss\/w\u00f6rd+%&<(it's)~*!>"}`],
    ["JSON for HTML", String.raw`{"password":"p\"ä ss/wörd+%\u0026\u003c(it's)~*!\u003e"}`],
    ["a part of a URL", encodeURIComponent(secret)],
    ["a part of a URL by RFC 3986", "p%22%C3%A4%20ss%2Fw%C3%B6rd%2B%25%26%3C%28it%27s%29~%2A%21%3E"],
    ["a path of a URL", "p%22%C3%A4%20ss/w%C3%B6rd%2B%25%26%3C%28it%27s%29~%2A%21%3E"],
    ["a whole URL", encodeURI(secret)],
    ["the password of a URL", Object.assign(new URL("http://user@db.example.com"), { password: secret }).href],
    ["a trace of bash", String.raw`+ login 'p"ä ss/wörd+%&<(it'\''s)~*!>'`],
    ["a trace of dash", `+ login 'p"ä ss/wörd+%&<(it'"'"'s)~*!>'`],
    ["a literal in single quotes", String.raw`'p"ä ss/wörd+%&<(it\'s)~*!>'`],
    ["a part of a URL in lower case", encodeURIComponent(secret).replaceAll(/%../g, (code) => code.toLowerCase())],
    ["a form", new URLSearchParams({ password: secret }).toString()],
    ["Base64", Buffer.from(secret).toString("base64")],
    ["Base64 for URLs", Buffer.from(secret).toString("base64url")],
  ])("contain %s", (_, text) => {
    expect(masked(formsOf(secret), [Buffer.from(text)]).toString()).toContain("[secret]");
  });

  it("contain Base64 inside a longer text, except for the characters that it shares with it", () => {
    for (const user of ["a", "ab", "abc", "abcd"]) {
      const text = Buffer.from(`${user}:correct horse battery`).toString("base64");
      const shown = masked(formsOf("correct horse battery"), [Buffer.from(text)]).toString();
      expect(shown).toContain("[secret]");
      expect(Buffer.from(shown.split("[secret]")[0] ?? "", "base64").toString()).not.toContain("co");
    }
  });

  it("contain each line, with and without its indentation and with other line ends", () => {
    const key = "-----BEGIN KEY-----\n  first line of it\n  second line of it\n-----END KEY-----\n";
    const forms = formsOf(key);
    expect(masked(forms, [Buffer.from(key)]).toString()).toBe("[secret]");
    expect(masked(forms, [Buffer.from(key.replaceAll("\n", "\r\n"))]).toString()).toBe("[secret]");
    expect(masked(forms, [Buffer.from("log: first line of it;\n    second line of it\n")]).toString()).toBe("log: [secret];\n  [secret]\n");
  });

  it("are none for a secret of fewer than four bytes", () => {
    expect(
      formsOf("abc")
        .map(String)
        .filter((form) => form.includes("abc")),
    ).toEqual([]);
    expect(formsOf("")).toEqual([]);
  });
});
