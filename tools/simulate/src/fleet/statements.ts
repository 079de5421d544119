import { compileFunction } from "node:vm";

export type Row = Readonly<Record<string, unknown>>;
/** An expression of a row, the values of its statement, and the time of the database. */
export type Expression = (row: Row, values: readonly unknown[], now: number, set: (name: string, value: unknown) => void) => unknown;

/** The rows of a table expression of a claim, or of a renewal. */
interface Part {
  readonly where: Expression;
  readonly limit?: Expression;
  readonly skips: boolean;
}

/** A statement that changes rows: those that `parts` (table expressions) find; if none, `where`. */
export interface Statement {
  readonly sets: readonly (readonly [column: string, value: Expression])[];
  readonly where: Expression;
  readonly parts: readonly Part[];
  readonly limit: Expression | undefined;
  readonly returning: readonly (readonly [column: string, value: Expression])[];
}

const UPDATE = /UPDATE \S+(?: AS kept)? SET (.*?)(?: FROM mine)? WHERE (.*?)(?: RETURNING (.*))?$/;
const CLAIM = /AS \(SELECT account, stream, target FROM \S+ WHERE (.*?) ORDER BY due LIMIT (\$\d) FOR UPDATE( SKIP LOCKED)?\)/g;
const RENEWAL = /AS held USING \((.*?)\) FOR UPDATE OF own( SKIP LOCKED)?\)/;
const IN_LIST = "JSON.parse(values[0]).some(([a, b, c]) => a === row.account && b === row.stream && c === row.target)";
const IS_HELD =
  "Object.entries(JSON.parse(values[0])).map(([key, owner]) => [...JSON.parse(key), owner]).some((held) => USING.every((name) => row[name] === held[PLACES[name]]))";
const PLACES = { account: 0, stream: 1, target: 2, owner: 3 };

/** The syntax of SQL in fleets, and the same in JavaScript. A comparison with NULL is not true. */
const SYNTAX: readonly (readonly [RegExp, string])[] = [
  [/EXISTS \(SELECT FROM .*$/, IN_LIST],
  [/::(double precision|\w+)/g, ""],
  [/\$(\d+)/g, "values[$1 - 1]"],
  [/clock_timestamp\(\)|now\(\)/g, "now"],
  [/interval '1 millisecond'/g, "1"],
  [/\b(due|failures) (<=|<|>) /g, "($1 ?? NaN) $2 "],
  [/ IS NOT NULL/g, " !== null"],
  [/ IS NULL/g, " === null"],
  [/ = /g, " === "],
  [/\bCASE WHEN (.*?) THEN (.*?) ELSE (.*?) END/g, "(($1) ? ($2) : ($3))"],
  [/\bNULLIF\((.*?), '(.*?)'\)/g, "($1 === '$2' ? null : $1)"],
  [/\bAND\b/g, "&&"],
  [/\bOR\b/g, "||"],
  [/\bNOT\b/g, "!"],
  [/\bNULL\b/g, "null"],
  [/\bset_config\(/g, "set("],
  [/(?<![.'\w])(kept\.)?(account|stream|target|due|owner|position|version|idle|failures|paused|error_code|error|complete_until)\b(?!')/g, "row.$2"],
];

function expressionOf(text: string, inner?: string): Expression {
  const code = inner ?? SYNTAX.reduce((sql, [from, to]) => sql.replace(from, to), text);
  return compileFunction(`return ${code};`, ["row", "values", "now", "set"]) as Expression;
}

const parsed = new Map<string, Statement>();

/** Returns what a statement of a fleet does. @throws Error if the model does not know it. */
export function parseStatement(text: string): Statement {
  const known = parsed.get(text) ?? parse(text);
  parsed.set(text, known);
  return known;
}

function parse(text: string): Statement {
  const [, assigned, where = "", returned] = UPDATE.exec(text) ?? [];
  if (assigned === undefined) throw new Error(`the model of Postgres does not know the statement: ${text}`);
  const [, using, skips] = RENEWAL.exec(text) ?? [];
  const held = IS_HELD.replace("USING", JSON.stringify(using?.split(", "))).replace("PLACES", JSON.stringify(PLACES));
  const claims = [...text.matchAll(CLAIM)].map(([, of = "", limit = "", skip]) => ({
    where: expressionOf(of),
    limit: expressionOf(limit),
    skips: skip !== undefined,
  }));
  const [, limit] = / UNION ALL .* LIMIT (\$\d)\) UPDATE/.exec(text) ?? [];
  return {
    // Times until which streams are complete are for the status, which no world reads.
    sets: assigned.split(/, (?=\w+ = )/).flatMap((set) => {
      const [, column = "", value = ""] = /^(\w+) = (.*)$/.exec(set) ?? [];
      return column === "complete_until" ? [] : [[column, expressionOf(value)] as const];
    }),
    where: text.startsWith("WITH") ? () => true : expressionOf(where),
    parts: using === undefined ? claims : [{ where: expressionOf("", held), skips: skips !== undefined }],
    limit: limit === undefined ? undefined : expressionOf(limit),
    returning: (returned?.split(/, (?=kept)/) ?? []).map((column) => [column.replace(/^kept\.(\w+).*/, "$1"), expressionOf(column.replace(/ AS .*/, ""))]),
  };
}
