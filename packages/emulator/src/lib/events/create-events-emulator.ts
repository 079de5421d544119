import type { EventsSeedOptions, EventsTokenOptions } from "../../generated/seed.ts";
import { EVENTS_SEED_VALIDATORS } from "../../generated/events-seed-validators.ts";
import { checkEmulatorOptions } from "../core/service/emulator-options.ts";
import { checkGiven } from "../core/contract/contract.ts";
import { checkObject, checkOptions, describe, type Rule, type Rules, SECONDS, STRING, STRINGS } from "../core/values/check-options.ts";
import { startOf } from "../core/service/check-seed.ts";
import type { EmulatorOptions } from "../core/service/emulator-options.ts";
import { createEmulator, type Emulator } from "../core/create-emulator.ts";
import { whichOf } from "../core/values/nearest-name.ts";
import type { EmulatorSnapshot } from "../core/service/snapshot.ts";
import { type NewEvent, newEvent, newEventsToken } from "./new-records.ts";
import { defaultEventsSeed } from "./seed.ts";
import { eventsService } from "./service.ts";
import { type EventsSeed, type EventsStore, STREAM_NAMES, type StreamEvents, type StreamName } from "./store.ts";

/** Options of {@link createEventsEmulator}. */
export interface EventsEmulatorOptions extends EmulatorOptions {
  /** Initial state, a snapshot or options. Default: a token, and 4000 events in each stream. */
  readonly seed?: EventsSeed | EventsSeedOptions | EmulatorSnapshot<EventsSeed>;
}

// Introspection returns at least one.
const FEATURES: Rule = [(value) => STRINGS[0](value) && (value as []).length > 0, "an array of at least one string"];
const TOKEN_RULES: Rules<EventsTokenOptions> = { value: STRING, features: FEATURES, expiresInSeconds: SECONDS };

/** An emulator of the events service. */
export interface EventsEmulator extends Emulator<EventsStore, EventsSeed> {
  /** The first token of the state. In the default state, it has all features. */
  readonly token: string;
  /** Issues a token. */
  issueToken(options?: EventsTokenOptions): string;
  /** Revokes a token. */
  revokeToken(token: string): void;
  /**
   * Appends events to a stream. They are delivered in this order, whatever their times are.
   *
   * @returns The events as they are delivered.
   * @throws TypeError if an event is not valid. `store.stream` also accepts unknown properties.
   */
  appendEvents<Name extends StreamName>(stream: Name, ...events: readonly NewEvent<StreamEvents[Name]>[]): readonly StreamEvents[Name][];
}

const SCHEMAS: { readonly [Name in StreamName]: string } = { auditevents: "AuditEventV2", itemusages: "ItemUsageV2", signinattempts: "SignInAttemptV2" };

/**
 * Creates an emulator of the events service. It opens no port: pass its `fetch` to a client.
 *
 * @example
 * ```ts
 * const { token, fetch } = createEventsEmulator();
 * const events = createEventsClient({ baseUrl: "https://events.example.com", token, fetch });
 * ```
 */
export function createEventsEmulator(given: EventsEmulatorOptions = {}): EventsEmulator {
  checkEmulatorOptions("createEventsEmulator", given, { part: "events", validators: EVENTS_SEED_VALIDATORS });
  const { seed = {}, ...options } = given;
  const service = eventsService();
  const emulator = createEmulator(service, (tools) => startOf("events", seed, (wanted: EventsSeedOptions) => defaultEventsSeed(tools, wanted)), options);
  const { store, clock, random } = emulator;
  return {
    ...emulator,
    get token() {
      return store.tokens.list()[0]?.value ?? "";
    },
    issueToken(wanted = {}) {
      checkOptions("the options of issueToken", wanted, TOKEN_RULES);
      return store.tokens.insert(newEventsToken(wanted, random, clock.wallNow())).value;
    },
    revokeToken: (token) => void store.tokens.delete(token),
    appendEvents<Name extends StreamName>(stream: Name, ...events: readonly NewEvent<StreamEvents[Name]>[]) {
      checkStream(stream);
      const whole = events.map((event) => {
        checkObject(`an event of ${stream}`, event);
        const made = newEvent(event, random, clock.wallNow());
        checkGiven<StreamEvents[Name]>(`an event of ${stream} cannot be appended`, service.contract, SCHEMAS[stream], made);
        return made;
      });
      store.stream(stream).append(whole);
      return whole;
    },
  };
}

function checkStream(stream: unknown): void {
  if (typeof stream !== "string") throw new TypeError(`the stream must be a string; got ${describe(stream)}`);
  if (!Object.hasOwn(SCHEMAS, stream)) throw new TypeError(`there is no stream ${stream}${whichOf(stream, STREAM_NAMES)}`);
}
