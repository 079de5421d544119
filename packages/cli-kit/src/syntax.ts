import { parse, type ParseError } from "jsonc-parser";

/** Returns what is wrong with a text that is not JSON (RFC 8259); `undefined` if it is. */
export function jsonProblem(text: string): string | undefined {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true });
  } catch {
    return "must be JSON; got too many arrays and objects inside each other: correct it";
  }
  return errors[0] && syntaxProblem("JSON", text, errors[0].offset);
}

/** Returns where a text is wrong, with two characters: its words can contain a credential. */
export function syntaxProblem(language: string, text: string, at: number): string {
  const rest = text.slice(at).replace(/^[ \t\r\n]+/, "");
  const lines = text.slice(0, text.length - rest.length).split("\n");
  const before = text
    .slice(0, at)
    .replace(/[ \t\r\n]+$/, "")
    .slice(-1);
  const came = `${rest === "" ? "the end" : JSON.stringify(rest[0])}${before === "" ? "" : ` after ${JSON.stringify(before)}`}`;
  const advice = before === "," && /^[}\]]/.test(rest) ? "remove the comma" : "correct it";
  return `must be ${language}; got ${came} in line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}: ${advice}`;
}
