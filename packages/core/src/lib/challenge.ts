/** One challenge of a `WWW-Authenticate` header: what the service wants, and what was wrong with what it got. */
export interface Challenge {
  /** In lower case, such as `bearer`. */
  readonly scheme: string;
  /** Names in lower case, such as `error` and `error_description` (RFC 6750 §3). */
  readonly parameters: { readonly [name: string]: string };
  /** What stands behind the scheme instead of parameters, such as a Base64 text; absent where there are parameters or nothing. */
  readonly token68?: string;
}

// RFC 9110 §11.2, §11.6.1 and §5.6: each is tried at one place only, so that reading is linear.
const TOKEN = /[!#$%&'*+\-.^_`|~\w]+/y;
const TOKEN68 = /[\w\-.~+/]+=*(?=[ \t]*(?:,|$))/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"/y;
const EQUALS = /[ \t]*=[ \t]*/y;
const SPACE = /[ \t]+/y;
const SEPARATOR = /[ \t,]*/y;
const END_OF_PART = /[ \t]*(?=,|$)/y;
const PARAMETER_OR_END = /(?=[!#$%&'*+\-.^_`|~\w]+[ \t]*=|,|$)/y;

/**
 * Reads a `WWW-Authenticate` header.
 *
 * A parameter that is given twice counts with its last value, as most readers do.
 *
 * @returns The challenges in their order; none where the header breaks the grammar anywhere.
 */
export function readChallenges(header: string | null): readonly Challenge[] {
  const text = header ?? "";
  const challenges: { scheme: string; parameters: Record<string, string>; token68?: string }[] = [];
  let at = 0;
  let takesParameters = false;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  for (take(SEPARATOR); at < text.length; take(SEPARATOR)) {
    const name = take(TOKEN)?.[0].toLowerCase();
    if (name === undefined) return [];
    if (take(EQUALS) !== null) {
      const value = take(QUOTED)?.[1]?.replaceAll(/\\(.)/g, "$1") ?? take(TOKEN)?.[0];
      const current = challenges.at(-1);
      if (!takesParameters || current === undefined || value === undefined || take(END_OF_PART) === null) return [];
      current.parameters[name] = value;
      continue;
    }
    takesParameters = take(SPACE) !== null;
    const token68 = takesParameters ? take(TOKEN68)?.[0] : undefined;
    challenges.push({ scheme: name, parameters: Object.create(null) as Record<string, string>, ...(token68 && { token68 }) });
    if (token68 !== undefined) takesParameters = false;
    else if (takesParameters && take(PARAMETER_OR_END) === null) return [];
  }
  return challenges;
}
