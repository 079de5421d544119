import { describe } from "./values/check-options.ts";
import type { Emulator } from "./create-emulator.ts";
import { fetchFrom } from "./http/fetch.ts";
import { type EmulatorRequest, type EmulatorResponse, serializeReply } from "./http/http.ts";
import { EmulatorDefect, reportDefect } from "./service/defect.ts";
import { bearerOf } from "./service/tokens.ts";
import { type SettableClock, systemClock } from "./time/clock.ts";
import { didYouMean } from "./values/nearest-name.ts";

/** What the emulator of an account must be created with. */
export interface AccountStart {
  readonly account: string;
  /** The first token of the account, for `seed`. */
  readonly token: string;
  /** The same in every run, and different for each account. */
  readonly randomSeed: string;
  /** One clock for all accounts, with the system's date. */
  readonly clock: SettableClock;
}

/** The accounts of a service, as one emulator. */
export interface Accounts<E> extends Pick<Emulator<unknown, unknown>, "fetch" | "handle"> {
  /** The clock of the first account: that of all if `create` passes on one. */
  readonly clock: SettableClock;
  readonly names: readonly string[];
  /** Returns the first token of an account: `token-of-` and its name. */
  tokenOf(account: string): string;
  /** Returns the emulator of an account. @throws TypeError if there is no such account. */
  of(account: string): E;
}

const MOST = 100_000;
const EXPECTED = `a whole number of 1 to ${MOST}, or an array of different names of letters, digits and ._~+/-`;
const ONLY_TOKENS = "only the bearer token of an account selects it, not the credentials of an app: use tokenOf(account) or issueToken of its emulator";

/**
 * Emulates many accounts of a service at one address: each has its own token and state. The state
 * is created when its account is first used, that of the first account at once, and kept: about
 * 0.2 MB for 100 events of each stream, 0.1 MB for management, 1 MB for a vault.
 *
 * The bearer token of a request selects the account. Credentials of an app select none: status 400.
 * The first account receives what else has no known token, such as `/health`, and rejects it as the
 * service does. An account knows other tokens than its first one once it has been used.
 *
 * @param given The names of the accounts, or how many: `account-1`, `account-2` and so on.
 * @param create Creates the emulator of an account.
 * @example
 * ```ts
 * const accounts = createAccounts(1000, ({ token, randomSeed, clock }) =>
 *   createEventsEmulator({ randomSeed, clock, seed: { token, eventsPerStream: 100 } }),
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
  const randomStates = new Set<string>();
  const clock = systemClock();

  function tokenOf(account: string): string {
    const token = tokens.get(account);
    if (typeof account !== "string") throw new TypeError(`the account must be a string; got ${describe(account)}`);
    if (token === undefined) throw new TypeError(`there is no account ${account}${nearTo(account, names)}`);
    return token;
  }

  function of(account: string): E {
    const token = tokenOf(account);
    const known = emulators.get(account);
    if (known !== undefined) return known;
    const emulator = checked(create({ account, token, randomSeed: `account ${account}`, clock }), token);
    const randomState = emulator.random.state().join();
    if (randomStates.has(randomState)) throw new TypeError("the function of createAccounts must pass on the randomSeed of the account: others have the same");
    randomStates.add(randomState);
    emulators.set(account, emulator);
    return emulator;
  }

  const first = of(names[0] ?? "");

  /** Finds the account of a token, also of one that was issued later. */
  function emulatorOf(token: string): E | undefined {
    const owner = owners.get(token);
    return owner === undefined ? [...emulators.values()].find((emulator) => hasToken(emulator, token)) : of(owner);
  }

  function handle(request: EmulatorRequest): EmulatorResponse | Promise<EmulatorResponse> {
    const token = bearerOf(request.header("authorization")) ?? "";
    let emulator: E | undefined;
    try {
      emulator = emulatorOf(token);
    } catch (error) {
      const issue = `the emulator of ${owners.get(token)} cannot be created: ${String(error)}`;
      reportDefect(new EmulatorDefect(undefined, [issue], error));
      return failure(500, "server_error", issue);
    }
    if (emulator === undefined && isFromApp(request)) return failure(400, "invalid_client", ONLY_TOKENS);
    return (emulator ?? first).handle(request);
  }

  return { names, tokenOf, of, handle, fetch: fetchFrom(handle), clock: first.clock };
}

function namesOf(given: number | readonly string[]): readonly string[] {
  if (Number.isInteger(given) && Number(given) >= 1 && Number(given) <= MOST)
    return Object.freeze(Array.from({ length: Number(given) }, (_unused, index) => `account-${index + 1}`));
  const must = `the accounts of createAccounts must be ${EXPECTED}`;
  if (!Array.isArray(given) || given.length === 0) throw new TypeError(`${must}; got ${Array.isArray(given) ? "an empty array" : describe(given)}`);
  const names = new Set<string>();
  // Unlike entries(), Array.from has the holes of a sparse array.
  for (const [index, name] of Array.from<unknown>(given).entries()) {
    if (typeof name !== "string" || !/^[\w.~+/-]+$/.test(name) || names.has(name))
      throw new TypeError(
        `${must}; entry ${index} is ${typeof name !== "string" ? describe(name) : JSON.stringify(name.slice(0, 50))}${names.has(name as string) ? " again" : ""}`,
      );
    names.add(name);
  }
  return Object.freeze([...names]);
}

/** Returns what can be meant, by a look at the first names only: there can be very many. */
function nearTo(account: string, names: readonly string[]): string {
  const some = names.slice(0, 3).join(", ");
  return didYouMean(account, names.slice(0, 1000)) || `; there ${names.length > 3 ? `are ${names.length}, such as` : "are"} ${some}`;
}

function checked<E extends Emulator<unknown, unknown>>(emulator: E, token: string): E {
  if (typeof emulator?.handle !== "function")
    throw new TypeError(
      `the function of createAccounts must return an emulator, such as createEventsEmulator does; got ${(emulator as unknown) instanceof Promise ? "a promise" : describe(emulator)}`,
    );
  if ("token" in emulator && emulator.token !== token)
    throw new TypeError("the function of createAccounts must create the emulator with the token of the account, such as in { seed: { token } }");
  return emulator;
}

function hasToken({ store }: Emulator<unknown, unknown>, token: string): boolean {
  return (store as { readonly tokens?: { get(value: string): unknown } }).tokens?.get(token) !== undefined;
}

/** Returns whether a request has the credentials of an app: RFC 6749 §2.3.1 and §4.1.1. */
function isFromApp(request: EmulatorRequest): boolean {
  return (
    /^basic\b/i.test(request.header("authorization") ?? "") ||
    /^application\/x-www-form-urlencoded\b/i.test(request.header("content-type") ?? "") ||
    new URLSearchParams(request.query).has("client_id")
  );
}

function failure(status: number, error: string, description: string): EmulatorResponse {
  return serializeReply({ status, body: { error, error_description: description } });
}
