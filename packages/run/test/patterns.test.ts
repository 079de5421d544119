import { array, assert, constantFrom, nat, oneof, property, string, tuple } from "fast-check";
import { describe, expect, it } from "vitest";
import { createMasker, findersOf } from "../src/lib/masking/masker.ts";
import { patternsOf } from "../src/lib/masking/patterns.ts";

function masked(secret: string, ...parts: readonly (string | Uint8Array)[]): string {
  const masker = createMasker(findersOf(() => patternsOf([secret])));
  return Buffer.concat([...parts.map((part) => masker.write(Buffer.from(part as string))), masker.end()]).toString();
}

describe("a secret is masked in", () => {
  const secret = `p"ä ss/wörd+%&<(it's)~*!>`;
  it.each([
    ["itself", secret],
    ["JSON", JSON.stringify({ password: secret })],
    ["JSON in JSON", JSON.stringify({ log: JSON.stringify({ password: secret }) })],
    ["JSON in JSON in JSON", JSON.stringify({ log: JSON.stringify({ log: JSON.stringify({ password: secret }) }) })],
    ["JSON in ASCII", String.raw`{"password": "p\"\u00e4 ss/w\u00f6rd+%&<(it's)~*!>"}`],
    ["JSON in ASCII with escaped slashes", String.raw`{"password":"p\"\u00e4 ss\/w\u00f6rd+%&<(it's)~*!>"}`],
    ["JSON for HTML", String.raw`{"password":"p\"ä ss/wörd+%\u0026\u003c(it's)~*!\u003e"}`],
    ["JSON for HTML in JSON", JSON.stringify({ log: String.raw`{"password":"p\"ä ss/wörd+%\u0026\u003c(it's)~*!\u003e"}` })],
    // Console.WriteLine(JsonSerializer.Serialize(secret)) of System.Text.Json
    ["JSON of .NET", String.raw`"p\u0022\u00E4 ss/w\u00F6rd\u002B%\u0026\u003C(it\u0027s)~*!\u003E"`],
    // python3 -c 'print(repr(secret), ascii(secret), repr(secret.encode()))'
    ["repr() of Python", String.raw`'p"ä ss/wörd+%&<(it\'s)~*!>'`],
    ["ascii() of Python", String.raw`'p"\xe4 ss/w\xf6rd+%&<(it\'s)~*!>'`],
    ["repr() of Python's bytes", String.raw`b'p"\xc3\xa4 ss/w\xc3\xb6rd+%&<(it\'s)~*!>'`],
    // console.log({ secret }) of Node 20
    ["console.log() of an object", `{\n  password: \`p"ä ss/wörd+%&<(it's)~*!>\`\n}`],
    // printf %q "$S"; declare -p S; LC_ALL=C printf %q "$S" of bash 5.2
    ["%q of bash", String.raw`p\"ä\ ss/wörd+%\&\<\(it\'s\)~\*\!\>`],
    ["declare -p of bash", String.raw`declare -- S="p\"ä ss/wörd+%&<(it's)~*!>"`],
    ["%q of bash without UTF-8", String.raw`$'p"\303\244 ss/w\303\266rd+%&<(it\'s)~*!>'`],
    ["a part of a URL", encodeURIComponent(secret)],
    ["a part of a URL by RFC 3986", "p%22%C3%A4%20ss%2Fw%C3%B6rd%2B%25%26%3C%28it%27s%29~%2A%21%3E"],
    ["a path of a URL", "p%22%C3%A4%20ss/w%C3%B6rd%2B%25%26%3C%28it%27s%29~%2A%21%3E"],
    ["a whole URL", encodeURI(secret)],
    ["a part of a URL in lower case", encodeURIComponent(secret).replaceAll(/%../g, (code) => code.toLowerCase())],
    ["the password of a URL", Object.assign(new URL("http://user@db.example.com"), { password: secret }).href],
    ["a form", new URLSearchParams({ password: secret }).toString()],
    ["a form in JSON of .NET", JSON.stringify(new URLSearchParams({ password: secret }).toString()).replaceAll("+", String.raw`\u002B`)],
    ["a trace of bash", String.raw`+ login 'p"ä ss/wörd+%&<(it'\''s)~*!>'`],
    ["a trace of dash", `+ login 'p"ä ss/wörd+%&<(it'"'"'s)~*!>'`],
    ["a trace of bash in JSON", JSON.stringify({ log: String.raw`+ login 'p"ä ss/wörd+%&<(it'\''s)~*!>'` })],
    ["a literal in single quotes", String.raw`'p"ä ss/wörd+%&<(it\'s)~*!>'`],
    ["Base64", Buffer.from(secret).toString("base64")],
    ["Base64 for URLs", Buffer.from(secret).toString("base64url")],
    ["Base64 in a URL", encodeURIComponent(Buffer.from(secret).toString("base64"))],
  ])("%s", (_, text) => {
    const shown = masked(secret, text);
    expect(shown).toContain("[secret]");
    expect(shown).not.toMatch(/ss.{1,6}w/);
    expect(masked(secret, ...Array.from(Buffer.from(text), (byte) => Uint8Array.of(byte)))).toBe(shown);
  });

  it.each([
    // python3 -c 'print(repr(secret))'; node -p '[secret]' of Node 20; declare -p S; printf %q "$S"; set -x of bash 5.2
    ["repr() of Python", String.raw`'tab\there\nC:\\new\x1b"\'$x\` \U0001f600\xa0'`, "😀\u00a0"],
    ["console.log() of Node", String.raw`[ 'tab\there\nC:\\new\x1B"\'$x\` 😀\u00A0' ]`, "😀\u00a0"],
    ["declare -p of bash", String.raw`declare -- S=$'tab\there\nC:\\new\E"\'$x\` 😀'`, "😀"],
    ["JSON", JSON.stringify("tab\there\nC:\\new\x1b\"'$x` 😀"), "😀"],
    ["JSON in ASCII", String.raw`"tab\there\nC:\\new\u001b\"'$x\` \ud83d\ude00"`, "😀"],
    ["JSON in ASCII in JSON", JSON.stringify(String.raw`"tab\there\nC:\\new\u001b\"'$x\` \ud83d\ude00"`), "😀"],
  ])("%s with control characters, a backslash and an emoji", (_, text, end) => {
    const shown = masked(`tab\there\nC:\\new\x1b"'$x\` ${end}`, text);
    expect(shown).not.toContain("there");
    expect(shown).toContain("[secret]");
    expect(shown).not.toMatch(/1f600|ude00|😀|\$x/);
  });

  it.each([
    // S='p$w`d"\z'; declare -p S; export -p; printf %q "$S"
    String.raw`declare -- S="p\$w\`d\"\\z"`,
    String.raw`declare -x S="p\$w\`d\"\\z"`,
    'p\\$w\\`d\\"\\\\z',
  ])("what bash writes for variables: %s", (text) => {
    expect(masked('p$w`d"\\z', `<${text}>`)).toMatch(/^<(declare -. S=")?\[secret\]"?>$/);
  });
});

describe("Base64 of a secret", () => {
  const secret = Array.from({ length: 40 }, (_, index) => `part ${index * 7919};`).join("");

  /** As base64(1) (76 columns), `openssl base64` (64) and Ruby's `encode64` (60) write it. */
  const inLines = (text: string, columns: number, end: string): string =>
    Buffer.from(text)
      .toString("base64")
      .replaceAll(new RegExp(`.{${columns}}(?!$)`, "g"), `$&${end}`);

  it.each([60, 64, 76].flatMap((columns) => ["\n", "\r\n", "\n    ", "\r\n\t"].map((end) => ({ columns, end }))))(
    "is masked in lines of $columns characters that end with $end, also inside a longer text",
    ({ columns, end }) => {
      for (const before of ["", "u", "us", "use", `user${"r".repeat(80)}:`]) {
        const text = inLines(`${before}${secret}${before}`, columns, end);
        for (const whole of [text, JSON.stringify(text), text.replaceAll("/", "\\/")]) {
          const shown = masked(secret, `<${whole}>\n`);
          expect(shown.split("[secret]")).toHaveLength(2);
          const [start = "", rest = ""] = shown.replaceAll(/[<>"]/g, "").split("[secret]");
          for (const part of [start, rest]) expect(Buffer.from(part.replaceAll("\\n", ""), "base64").toString()).not.toMatch(/part|\d;/);
          expect(masked(secret, ...Array.from(`<${whole}>\n`))).toBe(shown);
        }
      }
    },
  );

  it("is masked inside a longer text, except for the characters that it shares with it", () => {
    for (const user of ["a", "ab", "abc", "abcd"]) {
      const text = Buffer.from(`${user}:correct horse battery`).toString("base64");
      const shown = masked("correct horse battery", text);
      expect(shown).toContain("[secret]");
      expect(Buffer.from(shown.split("[secret]")[0] ?? "", "base64").toString()).not.toContain("co");
    }
  });

  it("does not hold back the end of a line of words", () => {
    const masker = createMasker(findersOf(() => patternsOf(["correct horse battery"])));
    // Y29y begins the Base64 of the secret.
    expect(String(masker.write(Buffer.from("word Y29y\n")))).toBe("word Y29y\n");
  });
});

describe("the patterns of a secret", () => {
  it("contain each line, with and without its indentation and with other line ends", () => {
    const key = "-----BEGIN KEY-----\n  first line of it\n  second line of it\n-----END KEY-----\n";
    expect(masked(key, key)).toBe("[secret]");
    expect(masked(key, key.replaceAll("\n", "\r\n"))).toBe("[secret]");
    expect(masked(key, "log: first line of it;\n    second line of it\n")).toBe("log: [secret];\n  [secret]\n");
  });

  it("are none for a secret of fewer than four bytes", () => {
    expect(patternsOf(["abc", ""])).toEqual({ text: [], base64: [] });
  });

  it.each([
    ["of Base64", (text: string) => Buffer.from(text).toString("base64")],
    ["of words with umlauts", (text: string) => `${text} ä ö and more of it`],
  ])("of 200 kB of secrets %s take less than 50 MB of memory", (_kind, encode) => {
    const line = (index: number): string => encode(`${index * 7919}: "it's" ${Math.sqrt(index + 2)}`);
    const secrets = Array.from({ length: 4 }, (_, each) => Array.from({ length: 1000 }, (__, index) => `  ${line(each * 1000 + index)} `).join("\n"));
    expect(secrets.join("").length).toBeGreaterThan(180_000);
    const before = process.memoryUsage().arrayBuffers;
    const masker = createMasker(findersOf(() => patternsOf(secrets)));
    masker.write(Buffer.from("hi"));
    // Includes what the garbage collector can free.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
  });
});

describe("an output", () => {
  /** What tools make of a secret, in any order. */
  const encoders: readonly ((text: string) => string)[] = [
    (text) => JSON.stringify(text).slice(1, -1),
    (text) =>
      JSON.stringify(text)
        .slice(1, -1)
        .replaceAll('\\"', "\\u0022")
        .replaceAll(/[<>&'+"\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`),
    (text) => text.replaceAll(/[^\w]/gs, (unit) => (unit < "\u0080" && unit !== "\n" ? `\\${unit}` : unit)),
  ];
  const aSecret = string({
    unit: constantFrom("a", "b", "%", "4", "1", "'", '"', "\\", "n", "u", "0", "&", "ä", "😀", " ", "+", "\n"),
    minLength: 5,
    maxLength: 12,
  }).filter((text) => text.trim() === text);
  const cuts = array(nat(200), { maxLength: 12 });

  function split(text: string, at: readonly number[]): readonly Buffer[] {
    const bytes = Buffer.from(text);
    const places = [0, ...at.map((place) => Math.min(place, bytes.length)).sort((one, other) => one - other), bytes.length];
    return places.slice(1).map((place, index) => bytes.subarray(places[index], place));
  }

  it("contains no encoded secret, however it is split, and all that is around it", () => {
    const encoding = oneof(
      constantFrom(
        encodeURIComponent,
        encodeURI,
        (text: string) => text.replaceAll("'", "'\\''"),
        (text: string) => text.replaceAll("'", `'"'"'`),
      ),
      array(constantFrom(...encoders), { maxLength: 2 }).map((list) => (text: string) => list.reduce((whole, encode) => encode(whole), text)),
    );
    assert(
      property(aSecret, encoding, cuts, (secret, encode, at) => {
        const text = `[${encode(secret)}] `;
        expect(masked(secret, ...split(text, at))).toBe("[[secret]] ");
      }),
      { numRuns: 1000 },
    );
  });

  it("is the same however it is split", () => {
    const piece = constantFrom(
      "a",
      "b",
      "ab",
      "\\",
      "\\\\",
      "'",
      '"',
      "'\\''",
      `'"'"'`,
      "%",
      "%25",
      "%27",
      "%C3%A4",
      "\\u0026",
      "\\u00e4",
      "\\ud83d",
      "\\ude00",
      "\\x27",
      "\\303\\244",
      "\\n",
      "\n",
      " ",
      "+",
      "ä",
      "YWJh",
      "u0",
      "0",
    );
    assert(
      property(tuple(aSecret, array(piece, { maxLength: 40 })), cuts, ([secret, pieces], at) => {
        const text = pieces.join("");
        // A short secret, so that it is likely to be there.
        const short = pieces.slice(3, 7).join("");
        for (const each of [secret, short, decodeURIComponentOr(short)]) expect(masked(each, ...split(text, at))).toBe(masked(each, text));
      }),
      { numRuns: 300 },
    );
  });

  it("is the same byte by byte, with any backslashes and quotes before and in a secret", () => {
    const piece = constantFrom("\\", "\\\\\\", '"', '\\"', '\\\\\\"', "'", "%", "2", "a", "b", "YWJh");
    const aPart = array(piece, { minLength: 4, maxLength: 6 }).map((pieces) => pieces.join(""));
    assert(
      property(aPart, array(oneof(piece, constantFrom("S")), { maxLength: 12 }), nat(3), (secret, pieces, levels) => {
        const inJson = Array.from({ length: levels }).reduce<string>((text) => JSON.stringify(text).slice(1, -1), secret);
        const text = pieces.join("").replaceAll("S", inJson);
        expect(masked(secret, text)).toBe(masked(secret, ...Array.from(Buffer.from(text), (byte) => Uint8Array.of(byte))));
      }),
      { numRuns: 1000 },
    );
  });

  function decodeURIComponentOr(text: string): string {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }
});
