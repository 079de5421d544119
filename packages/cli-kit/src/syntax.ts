/** Returns what is wrong with a text that is not JSON (RFC 8259); `undefined` if it is. */
export function jsonProblem(text: string): string | undefined {
  const at = misplacedIn(text);
  return at === undefined ? undefined : syntaxProblem("JSON", text, at);
}

/** Returns where a text is wrong, with two characters: its words can contain a credential. */
export function syntaxProblem(language: string, text: string, at: number): string {
  const rest = text.slice(at).trimStart();
  const lines = text.slice(0, text.length - rest.length).split("\n");
  const before = text.slice(0, at).trimEnd().slice(-1);
  const came = `${rest === "" ? "the end" : JSON.stringify(rest[0])}${before === "" ? "" : ` after ${JSON.stringify(before)}`}`;
  const advice = before === "," && /^[}\]]/.test(rest) ? "remove the comma" : "correct it";
  return `must be ${language}; got ${came} in line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}: ${advice}`;
}

const TOKEN =
  /([ \t\r\n]*)(?:([{}[\],:])|("(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|$)/uy;
const VALUE = '{["0';
type Expected = { readonly [kind: string]: string };
const AFTER: Expected = { "{": '"}', "[": `${VALUE}]`, ":": VALUE };
/** What follows a comma, and a value, in an object or an array. */
const AFTER_COMMA: Expected = { "{": '"', "[": VALUE };
const AFTER_VALUE: Expected = { "{": ",}", "[": ",]" };

/** Returns the place of the first token that cannot be there. */
function misplacedIn(text: string): number | undefined {
  const around: string[] = [];
  let expected = VALUE;
  for (let at = 0; ; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const [token, space, sign, string] = TOKEN.exec(text) ?? [];
    if (token === space) return token !== undefined && expected === "" ? undefined : at;
    const kind = sign ?? (string === undefined ? "0" : '"');
    if (!expected.includes(kind)) return at;
    if ("{[".includes(kind)) around.push(kind);
    if ("}]".includes(kind)) around.pop();
    const inside = around.at(-1) ?? "";
    const isName = kind === '"' && !expected.includes("0");
    expected = (isName ? ":" : kind === "," ? AFTER_COMMA[inside] : (AFTER[kind] ?? AFTER_VALUE[inside])) ?? "";
  }
}
