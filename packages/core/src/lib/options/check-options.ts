import { ConfigurationError, describe, describeSecret, isPromise } from "../errors.ts";
import { nearName } from "./near-name.ts";

/** The rule of one option: whether a value is valid, and the expected value in words. */
export type Rule = readonly [
  works: (value: unknown, options: object) => boolean,
  expected: string,
  more?: {
    readonly isNeeded?: boolean;
    /** Whether the value is a secret, even if it is a number. */
    readonly isSecret?: boolean;
    /** The rules of the options that an object holds. */
    readonly rules?: Rules;
    /** Other names that people give this option. */
    readonly alsoCalled?: readonly string[];
  },
];

/**
 * The rules by option name. `undefined`: checked where it is used. A string ends the message of an
 * option that does not belong here, and says where it does.
 */
export interface Rules {
  readonly [option: string]: Rule | string | undefined;
}

/** The longest delay of a timer in milliseconds; a longer one fires immediately. */
export const TIMER_END = 2_147_483_647;

/**
 * Checks an options object: each option has a name that is known, and a valid value. All options
 * are checked here, before any I/O.
 *
 * @param by What takes the options, such as `getItem` or `the client`: the beginning of the
 * messages.
 * @param rules The rules of all options that it takes.
 * @param details `such`: the end of the expected object in words, such as ` with at least baseUrl`;
 * `operationId`: the operation, if the options are those of a call.
 * @throws ConfigurationError with the first invalid option and its expected value. `undefined`
 * counts as omitted.
 */
export function checkOptions(
  by: string,
  options: unknown,
  rules: Rules,
  { such = "", operationId, prefix = "" }: { readonly such?: string; readonly operationId?: string | undefined; readonly prefix?: string } = {},
): void {
  if (typeof options !== "object" || options === null || isPromise(options)) {
    const expected = `an object${such}`;
    throw new ConfigurationError("invalid-configuration", `the options of ${by} must be ${expected}; got ${describe(options)}`, { operationId, expected });
  }
  // Inherited options are checked too, because they are used.
  for (const name in options)
    if ((typeof rules[name] === "string" || !Object.hasOwn(rules, name)) && Reflect.get(options, name) !== undefined)
      throw unknownOption(by, name, rules, prefix, operationId);
  for (const name in rules) {
    const rule = rules[name];
    if (typeof rule !== "object") continue;
    const [works, wanted, more = NOTHING] = rule;
    const value: unknown = Reflect.get(options, name);
    const isWrong = value === undefined ? more.isNeeded : value === null || !works(value, options);
    if (isWrong) throw optionError(prefix + name, wanted, more.isSecret ? describeSecret(value) : describe(value), by, operationId);
    if (value && more.rules) checkOptions(by, value, more.rules, { operationId, prefix: `${prefix}${name}.` });
  }
}

const NOTHING: NonNullable<Rule[2]> = {};

function unknownOption(by: string, name: string, rules: Rules, prefix: string, operationId: string | undefined): ConfigurationError {
  const option = prefix + name.slice(0, 40);
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
  const meant = meantBy(name, rules, prefix);
  const expected =
    meant ??
    (Object.keys(rules)
      .filter((known) => typeof rules[known] !== "string")
      .join(", ") ||
      "none");
  const hint = typeof rule === "string" ? rule : meant === undefined ? `its options are ${expected}` : `did you mean ${meant}?`;
  return new ConfigurationError("invalid-configuration", `${option} is not an option of ${by}; ${hint}`, { option, expected, operationId });
}

/** The option that an unknown name means, with the path to it, such as `retry.maxRetries`. */
function meantBy(name: string, rules: Rules, prefix: string): string | undefined {
  const known = Object.entries(rules).flatMap(([option, rule]) => {
    const path = prefix + option;
    const { alsoCalled = [], rules: inner = {} } = (typeof rule === "object" && rule[2]) || NOTHING;
    return [...[option, ...alsoCalled].map((called) => [called, path] as const), ...Object.keys(inner).map((deeper) => [deeper, `${path}.${deeper}`] as const)];
  });
  return nearName(name, known);
}

/** Creates the error of an invalid option. */
export function optionError(option: string, expected: string, came: string, by: string, operationId?: string): ConfigurationError {
  return new ConfigurationError("invalid-configuration", `${option} must be ${expected}; got ${came}`, { by, option, expected, operationId });
}

/** Whether a value is a whole number of at least `from`, or Infinity: no limit. */
export function isCount(value: unknown, from: number): boolean {
  return value === Infinity || (Number.isSafeInteger(value) && isNumber(value, from));
}

/** Whether a value is a number in a range. No numeric strings: adding one would concatenate. */
export function isNumber(value: unknown, from: number, to = Infinity): boolean {
  return typeof value === "number" && value >= from && value <= to;
}

/** Whether a value is an `AbortSignal` of any realm. */
export function isSignal(value: unknown): value is AbortSignal {
  return typeof value === "object" && value !== null && "addEventListener" in value && typeof value.addEventListener === "function";
}

// RFC 9110 §5.1 and §5.5. Checked here, because platforms repeat an invalid value in their message.
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~\da-z]+$/i;
/** What the value of a header can be. */
export const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** RFC 9110 §5.5: a header value of visible ASCII characters, with spaces inside. */
export const SENDABLE_VALUE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;
const OURS = /^(authorization|accept|content-type|content-length|transfer-encoding|connection|host)$/;

/**
 * Checks the user's headers and returns them with names in lower case.
 *
 * @throws ConfigurationError with the name of the header, never its value.
 */
export function checkHeaders(headers: { readonly [name: string]: string } = {}): Record<string, string> {
  if (Object(headers) !== headers || Symbol.iterator in headers) rejectHeaders("be a plain object of names and values");
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (!HEADER_NAME.test(name)) rejectHeaders("have names that are HTTP tokens (RFC 9110 §5.1)");
    if (OURS.test(lower))
      rejectHeaders(`not hold ${lower}: ${lower === "authorization" ? "give the credential by the token option" : "the contract decides it"}`);
    if (typeof value !== "string" || !HEADER_VALUE.test(value))
      rejectHeaders(`have a value for ${lower} that HTTP can carry: visible characters without line breaks`);
    checked[lower] = value;
  }
  return checked;
}

function rejectHeaders(expected: string): never {
  throw new ConfigurationError("invalid-configuration", `headers must ${expected}`, { option: "headers", expected });
}
