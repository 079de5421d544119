import { checkObject } from "../core/values/check-options.ts";
import { type Contract, contractOf } from "../core/contract/contract.ts";
import { createEmulator, type Emulator } from "../core/create-emulator.ts";
import type { OpenEmulated } from "../core/emulated.ts";
import { checkEmulatorOptions, type EmulatorOptions } from "../core/service/emulator-options.ts";
import type { AnyReply } from "../core/http/http.ts";
import { describeIssue } from "../core/values/issues.ts";
import { isObject, type Json } from "../core/values/json.ts";
import { whichOf } from "../core/values/nearest-name.ts";
import { type EmulatorSnapshot, isSnapshot, type Start } from "../core/service/snapshot.ts";
import type { Actor, Context, Handlers } from "../core/service/service.ts";
import { challengeOf, clientOptions, recognize } from "./credentials.ts";
import type { ValidatorOf } from "../core/schemas/validator-runtime.ts";
import { createErrorResponses, type ErrorBodies, Rejected } from "./rejected.ts";
import type { Resource } from "./resource.ts";
import { createResourceStore, type ResourceSeed, type ResourceStore } from "./store.ts";

/** The parts of a service whose state is resources. */
export interface ResourceService<Operations> {
  readonly name: string;
  readonly document: Json;
  readonly validatorOf: ValidatorOf;
  readonly handlers: Handlers<Operations, ResourceStore>;
  readonly resources: readonly Resource[];
  readonly errors: ErrorBodies;
  readonly seed: ResourceSeed;
}

/** Options of an emulator of such a service. */
export interface ResourceEmulatorOptions extends EmulatorOptions {
  /** Initial state, such as that of a snapshot. Missing parts come from the contract's examples. */
  readonly seed?: Partial<ResourceSeed> | EmulatorSnapshot<ResourceSeed>;
}

/** An emulator of such a service. */
export interface ResourceEmulator extends Emulator<ResourceStore, ResourceSeed> {
  /** The credentials of the state as options of the service's client. */
  readonly clientOptions: { readonly token?: string; readonly credentials?: ResourceSeed["credentials"] };
}

const ANONYMOUS: Actor = { id: "anonymous", scopes: [] };

/**
 * Creates an emulator of a service whose state is resources.
 *
 * @param by Name of the function that a test calls, for messages.
 */
export function createResourceEmulator<Operations>(by: string, service: ResourceService<Operations>, given: ResourceEmulatorOptions): ResourceEmulator {
  const { document, name, resources, validatorOf } = service;
  checkEmulatorOptions(by, given);
  const { seed: own = {}, ...options } = given;
  const start: Start<Partial<ResourceSeed>> = isSnapshot<ResourceSeed>(own) ? own : { state: own };
  const { state: seed } = start;
  const contract = contractOf(document, validatorOf);
  checkSeed(`the seed of ${by}`, seed, resources, contract);
  const errorResponses = createErrorResponses(service.errors, (operation) => challengeOf(document, operation));
  const emulator = createEmulator(
    {
      name,
      contract,
      handlers: rejecting(service.handlers, errorResponses.reject),
      errorResponses,
      anonymous: ANONYMOUS,
      authenticate: (header, context) => recognize(document, header, context),
      createStore: (state: ResourceSeed) => createResourceStore(state, (resource) => resources.find((each) => each.name === resource)?.parent?.name),
      checkState: (state) => checkSeed("the state of the snapshot", state, resources, contract),
    },
    () => ({ ...start, state: { ...service.seed, ...seed, resources: { ...service.seed.resources, ...seed.resources } } }),
    options,
  );
  return { ...emulator, clientOptions: clientOptions(document, emulator.store.credentials) };
}

/** Returns a function that creates such an emulator for the command. */
export function openResources(create: (options: ResourceEmulatorOptions) => ResourceEmulator): OpenEmulated {
  return (options, seed, first) => {
    if (first !== undefined) throw new Error("it has no accounts; start the other services, with --service");
    const emulator = create({ ...options, seed });
    const { token, credentials = {} } = emulator.clientOptions;
    const named = Object.entries(credentials).map(
      ([scheme, value]) => `${scheme} ${typeof value === "string" ? value : `${value.username}:${value.password}`}`,
    );
    return { emulator, facts: () => emulator.clientOptions, lines: () => [...(token === undefined ? [] : [`token  ${token}`]), ...named] };
  };
}

type AnyHandler = (input: unknown, context: Context<ResourceStore>) => AnyReply | Promise<AnyReply>;

/** Wraps handlers to convert a `Rejected` error to an error response of the contract. */
function rejecting<Operations>(
  handlers: Handlers<Operations, ResourceStore>,
  reject: ReturnType<typeof createErrorResponses>["reject"],
): Handlers<Operations, ResourceStore> {
  const wrapped = Object.entries<AnyHandler>(handlers as { readonly [id: string]: AnyHandler }).map(([id, handle]) => {
    const safe: AnyHandler = async (input, context) => {
      try {
        return await handle(input, context);
      } catch (error) {
        if (error instanceof Rejected) return reject(error, context.operation);
        throw error;
      }
    };
    return [id, safe] as const;
  });
  return Object.fromEntries(wrapped) as unknown as Handlers<Operations, ResourceStore>;
}

const PARTS = ["credentials", "resources", "replies"];

/** Checks a state by the contract. @throws TypeError with the first problem. */
function checkSeed(what: string, seed: unknown, resources: readonly Resource[], contract: Contract): void {
  checkObject(what, seed);
  const unknown = Object.keys(seed).find((part) => !PARTS.includes(part));
  if (unknown !== undefined) throw new TypeError(`${what}: ${unknown} is not known${whichOf(unknown, PARTS)}`);
  const given = (seed as Partial<ResourceSeed>).resources ?? {};
  checkObject(`${what}: resources`, given);
  const names = resources.map(({ name }) => name);
  for (const [name, things] of Object.entries<unknown>(given)) {
    const resource = resources.find((each) => each.name === name);
    if (resource === undefined) throw new TypeError(`${what}: there is no resource ${name}${whichOf(name, names)}`);
    if (!Array.isArray(things)) throw new TypeError(`${what}: ${name} must be an array of { ids, value }`);
    for (const [index, thing] of (things as readonly unknown[]).entries()) {
      const at = `${what}: ${name}[${index}]`;
      if (!isObject(thing) || !Array.isArray(thing["ids"]) || thing["ids"].length !== resource.path.length || !isObject(thing["value"]))
        throw new TypeError(`${at} must have a value and the ids ${resource.path.join(", ") || "(none)"}`);
      const [issue] = resource.schema === undefined ? [] : contract.checkSchema(resource.schema, thing["value"]);
      if (issue !== undefined) throw new TypeError(`${at}: ${describeIssue(issue)}`);
    }
  }
}
