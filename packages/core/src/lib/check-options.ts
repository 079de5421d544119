import { ConfigurationError, describe, describeSecret } from "./errors.ts";

/** The rule of one option: whether a value is valid, the expected value in words, whether the option is required, and whether its value is a secret, even if it is a number. */
export type Rule = readonly [
  works: (value: unknown, options: object) => boolean,
  expected: string,
  more?: { readonly isNeeded?: boolean; readonly isSecret?: boolean },
];

/** The rules of an options object, by option name. */
export interface Rules {
  readonly [option: string]: Rule;
}

/** The longest delay of a platform timer, in milliseconds; timers with a longer delay fire immediately. */
export const TIMER_END = 2_147_483_647;

// The strings contain literal numbers, because bundlers cannot remove strings that are built at load time.
const FLAG: Rule = [(value) => typeof value === "boolean", "true or false"];
const FUNCTION: Rule = [(value) => typeof value === "function", "a function"];
const TIME: Rule = [(value) => value === Infinity || isNumber(value, 1, TIMER_END), "a time in milliseconds from 1 to 2147483647, or Infinity"];

/** The rules of the options of a client and of a call. */
export const CLIENT_RULES: Rules = {
  timeoutMs: TIME,
  totalTimeoutMs: TIME,
  retry: [(value) => value === false || typeof value === "object", "an object such as { maxRetries: 2 }, or false"],
  allowInsecureHttp: FLAG,
  maxResponseBytes: [(value) => isNumber(value, 1), "a number of bytes of at least 1"],
  fetch: FUNCTION,
  transport: [(value, options) => typeof value === "function" && !("fetch" in options && options.fetch !== undefined), "a function, given in place of fetch"],
  onEvent: FUNCTION,
  middleware: [(value) => Array.isArray(value) && value.every((wrap) => typeof wrap === "function"), "an array of functions"],
  readAhead: FLAG,
  signal: [isSignal, "an AbortSignal"],
};

/** The rules of the options under `retry`. */
export const RETRY_RULES: Rules = {
  repeatWrites: FLAG,
  maxRetries: [(value) => Number.isInteger(value) && isNumber(value, 0), "a whole number of at least 0"],
  maxDelayMs: [(value) => isNumber(value, 0, TIMER_END), "a time in milliseconds from 0 to 2147483647"],
  statuses: [Array.isArray, "an array of statuses"],
};

/**
 * Checks an options object. All options are checked here.
 *
 * @param expected The expected object, in words, such as `the options of nodeTransport must be an object`.
 * @param prefix The prefix of the option names in messages, such as `retry.`.
 * @throws ConfigurationError with the first invalid option and its expected value.
 */
export function checkOptions(options: unknown, expected: string, rules: Rules, operationId?: string, prefix = ""): void {
  if (typeof options !== "object" || options === null)
    throw new ConfigurationError("invalid-configuration", `${expected}; got ${describe(options)}`, { operationId, expected });
  for (const name in rules) {
    const rule = rules[name];
    if (rule === undefined) continue;
    const [works, wanted, more] = rule;
    // Inherited options are checked too, because they are used.
    const value: unknown = Reflect.get(options, name);
    const isWrong = value === undefined ? more?.isNeeded : value === null || !works(value, options);
    if (isWrong) throw optionError(prefix + name, wanted, more?.isSecret ? describeSecret(value) : describe(value), operationId);
  }
}

/** Creates the error of an invalid option. */
export function optionError(option: string, expected: string, came: string, operationId?: string): ConfigurationError {
  return new ConfigurationError("invalid-configuration", `${option} must be ${expected}; got ${came}`, { option, expected, operationId });
}

/** Whether a value is a number in a range. Numeric strings are not accepted, because adding one to a number concatenates. */
export function isNumber(value: unknown, from: number, to = Infinity): boolean {
  return typeof value === "number" && value >= from && value <= to;
}

/** Whether a value is an `AbortSignal` of any realm. */
export function isSignal(value: unknown): value is AbortSignal {
  return typeof value === "object" && value !== null && "addEventListener" in value && typeof value.addEventListener === "function";
}

// RFC 9110 §5.1 and §5.5: a name is a token; a value has visible characters, spaces and tabs. Checked here, because platforms repeat an invalid value in their error message.
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~\da-z]+$/i;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const OURS = /^(authorization|accept|content-type|content-length|transfer-encoding|connection|host)$/;

/**
 * Checks the user's headers and returns them with names in lower case.
 *
 * @throws ConfigurationError with the name of the header, never its value.
 */
export function checkHeaders(headers: { readonly [name: string]: string } = {}): Record<string, string> {
  if (Object(headers) !== headers || Symbol.iterator in headers) refuseHeaders("be a plain object of names and values");
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (!HEADER_NAME.test(name)) refuseHeaders("have names that are HTTP tokens (RFC 9110 §5.1)");
    if (OURS.test(lower))
      refuseHeaders(`not hold ${lower}: ${lower === "authorization" ? "give the credential by the token option" : "the contract decides it"}`);
    if (typeof value !== "string" || !HEADER_VALUE.test(value))
      refuseHeaders(`have a value for ${lower} that HTTP can carry: visible characters without line breaks`);
    checked[lower] = value;
  }
  return checked;
}

function refuseHeaders(expected: string): never {
  throw new ConfigurationError("invalid-configuration", `headers must ${expected}`, { option: "headers", expected });
}
