import { describe, expect, it } from "vitest";
import { wordList } from "../../src/words/avoided-words.ts";
import { avoidedTitles, titlesOf } from "../../src/words/titles.ts";

const words = wordList("## Words\n\n| say | avoid |\n| --- | --- |\n| response | `answer` |\n| sends | `hands over` |\n");
const found = (code: string): string[] => avoidedTitles(titlesOf(code), words).map(({ kind, text, line }) => `${kind} ${line} ${text}`);

describe("titles with words to avoid", () => {
  it.each([
    ['describe("the answer", () => {\n  it("answers", () => {});\n});', ['title 1 "the answer"', 'title 2 "answers"']],
    ['test("is sent: hands over", run);', ['title 1 "is sent: hands over"']],
    ['it.each([["an answer"]])("has an %s answer", run);', ['title 1 "has an %s answer"']],
    ["it.each`a\n${1}`('answers $a', run);", ["title 2 'answers $a'"]],
    ['it.skipIf(slow)("answers", run);\ndescribe.concurrent.each(list)("answers", run);', ['title 1 "answers"', 'title 2 "answers"']],
    ["it(`answers ${1}`, run);", ["title 1 `answers ${1}`"]],
    ["it(`answers`, run);", ["title 1 `answers`"]],
    ['it("is long, " +\n  "and answers", run);', ['title 1 "is long, " +\n  "and answers"']],
    ['it("has `answer`", run);\nit(`has \\`answer\\``, run);', []],
    ['log("answers");\nit("is unanswered", run);\nconst it = "answer";\n/x/.test("answer");', []],
  ])("are found in %j", (code, expected) => {
    expect(found(code)).toEqual(expected);
  });
});

describe("names of functions with words to avoid", () => {
  it.each([
    ["function readAnswer() {}", ["name 1 readAnswer"]],
    ["const answers = () => 1;\nconst handsOver = function () {};", ["name 1 answers", "name 2 handsOver"]],
    ["const kit = {\n  answer() {},\n  toAnswer: () => 1,\n};", ["name 2 answer", "name 3 toAnswer"]],
    ["class A {\n  #answered() {}\n}", ["name 2 #answered"]],
    ["const answer = 1;\nconst a = { answer: 1 };\nfunction unanswered(answer) {}\nexport default function () {}", []],
  ])("are found in %j", (code, expected) => {
    expect(found(code)).toEqual(expected);
  });
});
