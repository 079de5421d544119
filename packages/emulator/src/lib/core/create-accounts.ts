import { describe } from "./values/check-options.ts";
import type { Emulator } from "./create-emulator.ts";
import { fetchFrom } from "./http/fetch.ts";
import { bearerOf } from "./service/tokens.ts";
import { whichOf } from "./values/nearest-name.ts";

/** What the emulator of an account must be created with. */
export interface AccountStart {
  readonly account: string;
  /** The first token of the account, for `seed`. */
  readonly token: string;
  /** The same in every run, and different for each account. */
  readonly randomSeed: string;
}

/** The accounts of a service, as one emulator. */
export interface Accounts<E> extends Pick<Emulator<unknown, unknown>, "fetch" | "handle" | "clock"> {
  readonly names: readonly string[];
  /** Returns the first token of an account: `token-of-` and its name. */
  tokenOf(account: string): string;
  /** Returns the emulator of an account. @throws Error if there is no such account. */
  of(account: string): E;
}

const MOST = 100_000;
const EXPECTED = `a whole number of 1 to ${MOST}, or an array of different names of letters, digits and ._~+/-`;

/**
 * Emulates many accounts of a service at one address: each has its own token and state. The state
 * is created when its account is first used, that of the first account at once.
 *
 * The token of a request selects the account. The first account receives what has no known token,
 * and rejects it as the service does.
 *
 * @param given The names of the accounts, or how many: `account-1`, `account-2` and so on.
 * @param create Creates the emulator of an account.
 * @example
 * ```ts
 * const accounts = createAccounts(1000, ({ token, randomSeed }) =>
 *   createEventsEmulator({ randomSeed, seed: { token, eventsPerStream: 100 } }),
 * );
 * const { url } = await serveEmulator(accounts);
 * ```
 * @throws TypeError if an argument is invalid.
 */
export function createAccounts<E extends Emulator<unknown, unknown>>(given: number | readonly string[], create: (start: AccountStart) => E): Accounts<E> {
  const names = namesOf(given);
  if (typeof create !== "function") throw new TypeError(`createAccounts needs a function that creates an emulator; got ${describe(create)}`);
  const tokens = new Map(names.map((name) => [name, `token-of-${name}`]));
  const owners = new Map([...tokens].map(([name, token]) => [token, name]));
  const emulators = new Map<string, E>();

  function tokenOf(account: string): string {
    const token = tokens.get(account);
    if (typeof account !== "string") throw new TypeError(`the account must be a string; got ${describe(account)}`);
    if (token === undefined) throw new Error(`there is no account ${account}${whichOf(account, names)}`);
    return token;
  }

  function of(account: string): E {
    const token = tokenOf(account);
    const emulator = emulators.get(account) ?? checked(create({ account, token, randomSeed: `account ${account}` }), token);
    emulators.set(account, emulator);
    return emulator;
  }

  const first = of(names[0] ?? "");

  /** Finds the account of a token, also of one that was issued later. */
  function emulatorOf(token: string | undefined): E {
    if (token === undefined) return first;
    const owner = owners.get(token);
    return owner === undefined ? ([...emulators.values()].find((emulator) => hasToken(emulator, token)) ?? first) : of(owner);
  }

  const handle: Accounts<E>["handle"] = (request) => emulatorOf(bearerOf(request.header("authorization"))).handle(request);
  return { names, tokenOf, of, handle, fetch: fetchFrom(handle), clock: first.clock };
}

function namesOf(given: number | readonly string[]): readonly string[] {
  if (Number.isInteger(given) && Number(given) >= 1 && Number(given) <= MOST)
    return Array.from({ length: Number(given) }, (_unused, index) => `account-${index + 1}`);
  const isNames = Array.isArray(given) && given.length > 0 && given.every((name) => typeof name === "string" && /^[\w.~+/-]+$/.test(name));
  if (!isNames || new Set(given).size !== given.length) throw new TypeError(`the accounts of createAccounts must be ${EXPECTED}; got ${describe(given)}`);
  return [...(given as readonly string[])];
}

function checked<E extends Emulator<unknown, unknown>>(emulator: E, token: string): E {
  if (typeof emulator?.handle !== "function")
    throw new TypeError(`the function of createAccounts must return an emulator, such as createEventsEmulator does; got ${describe(emulator)}`);
  if ("token" in emulator && emulator.token !== token)
    throw new TypeError("the function of createAccounts must create the emulator with the token of the account, such as in { seed: { token } }");
  return emulator;
}

function hasToken({ store }: Emulator<unknown, unknown>, token: string): boolean {
  return (store as { readonly tokens?: { get(value: string): unknown } }).tokens?.get(token) !== undefined;
}
