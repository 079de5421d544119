/**
 * Handles a token: a string (`"`), white space (` `) or `{}[]:,`. Other values are between tokens.
 *
 * @param depth Number of objects and arrays around the token, without the one of a bracket itself.
 */
type Visit = (kind: string, begin: number, end: number, depth: number) => void;

/**
 * Returns the text of each element of an array in a JSON object, without space between tokens.
 *
 * @param json Valid JSON.
 * @param name The property with the array. As in `JSON.parse`, the last one of that name applies.
 */
export function elementTexts(json: string, name: string): readonly string[] {
  let texts: string[] = [];
  let text = "";
  let from = 0;
  let isNamed = false;
  let isInside = false;
  let property = [0, 0];
  const keep = (begin: number, end: number): void => {
    text += json.slice(from, begin);
    from = end;
  };
  walk(json, (kind, begin, end, depth) => {
    if (isInside) {
      const isEnd = kind === "]" && depth === 1;
      if (kind === " " || isEnd || (kind === "," && depth === 2)) keep(begin, end);
      if (isEnd || (kind === "," && depth === 2)) {
        if (text !== "") texts.push(text);
        text = "";
      }
      isInside = !isEnd;
    } else if (depth === 1) {
      if (kind === '"') property = [begin, end];
      if (kind === ":") isNamed = JSON.parse(json.slice(...property)) === name;
      if (kind === "[" && isNamed) [texts, from, isInside] = [[], end, true];
    }
  });
  return texts;
}

/** Renames all occurrences of a property of a JSON object, and leaves the rest of its text. */
export function renameProperty(json: string, name: string, to: string): string {
  let renamed = "";
  let from = 0;
  let property = [0, 0];
  walk(json, (kind, begin, end, depth) => {
    if (depth !== 1) return;
    if (kind === '"') property = [begin, end];
    const [nameBegin = 0, nameEnd = 0] = property;
    if (kind !== ":" || JSON.parse(json.slice(nameBegin, nameEnd)) !== name) return;
    renamed += json.slice(from, nameBegin) + JSON.stringify(to);
    from = nameEnd;
  });
  return renamed + json.slice(from);
}

function walk(json: string, visit: Visit): void {
  let depth = 0;
  let at = 0;
  while (at < json.length) {
    const begin = at;
    const kind = json.charAt(at);
    at += 1;
    switch (kind) {
      case '"':
        at = endOfString(json, begin);
        visit(kind, begin, at, depth);
        break;
      case "{":
      case "[":
        visit(kind, begin, at, depth);
        depth += 1;
        break;
      case "}":
      case "]":
        depth -= 1;
        visit(kind, begin, at, depth);
        break;
      case ":":
      case ",":
        visit(kind, begin, at, depth);
        break;
      case " ":
      case "\t":
      case "\n":
      case "\r":
        visit(" ", begin, at, depth);
    }
  }
}

/** Finds the end of a string: a quote after an even number of backslashes. */
function endOfString(json: string, begin: number): number {
  let end = begin;
  let backslashes: number;
  do {
    end = json.indexOf('"', end + 1);
    backslashes = 0;
    while (json[end - 1 - backslashes] === "\\") backslashes += 1;
  } while (backslashes % 2 === 1);
  return end + 1;
}
