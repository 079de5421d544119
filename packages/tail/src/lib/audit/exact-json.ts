import { hash } from "node:crypto";

// RFC 8259: a string, maybe the name of a property, or a number.
const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|-?\d[\d.eE+-]*/g;

/**
 * Parses JSON without rounding: a number becomes a text with all of its digits, and a text begins
 * with `=`.
 *
 * @throws SyntaxError if it is not JSON.
 */
export function parseExact(json: string): unknown {
  return JSON.parse(
    json.replace(TOKEN, (token: string, text?: string, colon?: string) => {
      if (text === undefined) return `"${decimal(token)}"`;
      return colon === undefined ? `"=${text.slice(1)}` : token;
    }),
  );
}

/** Returns the same text for the same number, such as for `100`, `1e2` and `100.0`. */
function decimal(number: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? [];
  if (whole === "") return number;
  const digits = (whole + fraction).replace(/^0+/, "");
  const kept = digits.replace(/0+$/, "");
  return kept === "" ? "0" : `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}

/** Returns a digest of a parsed value, whatever the order of its properties. */
export function digestOf(value: unknown): string {
  return hash("sha256", sortedJson(value), "base64url").slice(0, 22);
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const properties = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${properties.map(([name, each]) => `${JSON.stringify(name)}:${sortedJson(each)}`).join(",")}}`;
}
