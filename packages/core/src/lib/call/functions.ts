import { checkOptions } from "../options/check-options.ts";
import { bindOperation, type Bound, openPipeline, openStages } from "./client.ts";
import type { Operation } from "../contract.ts";
import { ConfigurationError, describe } from "../errors.ts";
import type { CallOptions, ClientOptions } from "../options.ts";
import type { Contract } from "../pipeline.ts";
import { type RetryQuota, retryQuota } from "./stages/retry.ts";

/** Settings that {@link clientSettings} has returned. */
export type ClientSettings<Options extends ClientOptions = ClientOptions> = Options & { readonly [SETTINGS]: true };

declare const SETTINGS: unique symbol;

/**
 * The settings of a function: the options of a client, but without `onEvent` and `middleware`
 * unless `clientSettings` has returned them. Keep one object for all calls: functions share the
 * retry quota of the same object.
 */
export type FunctionSettings<Options extends ClientOptions = ClientOptions> =
  | (Omit<Options, "onEvent" | "middleware"> & { readonly onEvent?: undefined; readonly middleware?: undefined })
  | ClientSettings<Options>;

/** A method of a client as a function. */
export interface OperationFunction<Options extends ClientOptions, Method extends AnyMethod, Raw extends AnyMethod> {
  (settings: FunctionSettings<Options>, ...given: Parameters<Method>): ReturnType<Method>;
  /** Also returns status and headers of a successful response; of a list, one page. */
  raw(settings: FunctionSettings<Options>, ...given: Parameters<Raw>): ReturnType<Raw>;
}

/** A method of a client. */
type AnyMethod = (...given: never) => unknown;

/** The server of an operation whose contract names several. */
export interface AtServer extends Pick<Contract, "optionsAt" | "credentials"> {
  /**
   * Returns the options of the server.
   *
   * @param check Checks the names of its own options; absent for plain options of functions.
   * @throws ConfigurationError if its address or one of these names is invalid.
   */
  select(options: ClientOptions, check?: typeof checkOptions): ClientOptions;
}

/** What opens the pipeline of settings and checks their servers; absent for plain options. */
const OPEN: unique symbol = Symbol.for("keywright.open");

type Settings = ClientOptions & { readonly [OPEN]?: readonly [open: typeof openPipeline, check: typeof checkOptions] };

/** The quotas of functions that are called with the same settings, by server. */
const quotas = new WeakMap<ClientOptions, Map<string | undefined, RetryQuota>>();

/**
 * Creates the function of one operation: the method of a client, with the client's settings as its
 * first argument.
 *
 * The first call with settings reads them; later changes of the object have no effect. Functions
 * share one retry quota for the same object.
 *
 * @param contract The functions that this operation needs.
 * @param server Its server, if the contract names several.
 */
export function createFunction<Options extends ClientOptions, Value extends AnyMethod, Raw extends AnyMethod>(
  operation: Operation,
  contract: Omit<Contract, "operations"> & Partial<Pick<Contract, "operations">>,
  server?: AtServer,
): OperationFunction<Options, Value, Raw> {
  const opened = new WeakMap<Settings, Bound>();
  function boundTo(settings: Settings): Bound {
    const bound = opened.get(settings) ?? open(settings);
    opened.set(settings, bound);
    return bound;
  }
  function open(settings: Settings): Bound {
    if (Object(settings) !== settings) {
      const expected = "the options of a client, an object with at least baseUrl";
      throw new ConfigurationError("invalid-configuration", `${operation.id}: the settings must be ${expected}; got ${describe(settings)}`, { expected });
    }
    const { [OPEN]: [openAll, check] = [], onEvent, middleware } = settings;
    if (!openAll && (onEvent || middleware))
      throw new ConfigurationError("invalid-configuration", `${operation.id}: onEvent and middleware work only in clientSettings(options)`);
    const own = server?.select(settings, check) ?? settings;
    const all: Contract = { operations: {}, ...contract, ...server };
    const byServer = quotas.get(settings) ?? new Map<string | undefined, RetryQuota>();
    const quota = byServer.get(all.optionsAt) ?? retryQuota();
    const pipeline = (openAll ?? openStages)(all, own, quota);
    quotas.set(settings, byServer.set(all.optionsAt, quota));
    return bindOperation(operation, all, own, pipeline);
  }
  const list = (settings: Settings, given: unknown, own?: CallOptions): unknown => boundTo(settings).value(given, own);
  // Awaited, so that a promise carries the error of the settings, too.
  const value: typeof list = async (settings, given, own) => await list(settings, given, own);
  const raw: typeof list = async (settings, given, own) => await boundTo(settings).response(given, own);
  return Object.assign(operation.pagination === undefined ? value : list, { raw }) as unknown as OperationFunction<Options, Value, Raw>;
}

/**
 * Returns settings with which functions do all that a client does: they check the names and values
 * of options, report to `onEvent`, and call `middleware`. This adds about 3 kB to a bundle. The
 * settings are a copy of the options.
 *
 * @param options The options of the client.
 */
export function clientSettings<Options extends ClientOptions>(options: Options): ClientSettings<Options> {
  const settings: Record<string | symbol, unknown> = { [OPEN]: [openPipeline, checkOptions] };
  // Inherited options count, too.
  for (const name in options) settings[name] = options[name];
  return settings as unknown as ClientSettings<Options>;
}
