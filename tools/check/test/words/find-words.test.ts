import { describe, expect, it } from "vitest";
import { findWords, wordList } from "../../src/words/avoided-words.ts";

const words = wordList(
  "# A\n\n## Words\n\n| say | avoid |\n| --- | --- |\n| response | `answer` |\n| retries | `tries again` |\n| nothing: `origins.md` says it | `public material` |\n\n## Next\n\n| say | avoid |\n| x | `z` |\n",
);

describe("words to avoid", () => {
  it.each([
    ["a.md", "One.\n\nThe answer.\n", ['a.md:3: avoid "answer"; say response']],
    ["a.md", "It answered, and it tries\nagain.\n", ['a.md:1: avoid "answered"; say response', 'a.md:1: avoid "tries again"; say retries']],
    ["a.md", "`answer`, [text](answer.md), unanswered, z\n\n```ts\nanswer();\n```\n", []],
    ["a.yaml", "answer:\n  - answers: one\n    description: The Answer\n", ['a.yaml:3: avoid "Answer"; say response']],
    [
      "a/faults/b.yaml",
      "a:\n  loss: An answer\n  from: |-\n    answer();\n      answer();\n  to: answer\n",
      ['a/faults/b.yaml:2: avoid "answer"; say response'],
    ],
    ["a.ts", "// An answer\nconst answer = 1;\n", ['a.ts:1: avoid "answer"; say response']],
    [
      "a.ts",
      "/**\n * It tries\n * again.\n */\nexport const a = `no answer from ${1} and an answer`;\n",
      ['a.ts:2: avoid "tries * again"; say retries', 'a.ts:5: avoid "answer"; say response', 'a.ts:5: avoid "answer"; say response'],
    ],
    ["a.ts", "export const a = `an answer`;\n", ['a.ts:1: avoid "answer"; say response']],
    ["a.ts", 'const kind = "answer";\nif (kind) { /* the answer */ }\n', ['a.ts:2: avoid "answer"; say response']],
    ["a.md", "Known from public material.\n", ['a.md:1: avoid "public material"; say nothing: `origins.md` says it']],
    ["origins.md", "Known from public material.\n", []],
  ])("are found in %s with %j", (path, content, expected) => {
    expect(findWords(path, content, words)).toEqual(expected);
  });

  it("come from a table that must exist", () => {
    expect(() => wordList("# Contributing\n\n## Words\n\nNone.\n")).toThrow('a section "Words" with a table');
  });
});
