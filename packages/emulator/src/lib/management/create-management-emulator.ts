import { checkEmulatorOptions } from "../core/emulator-options.ts";
import { checkGiven } from "../core/check-given.ts";
import { checkObject, checkOptions, type Rules, SECONDS, STRING, STRINGS } from "../core/check-options.ts";
import { isState } from "../core/check-seed.ts";
import type { EmulatorOptions } from "../core/emulator-options.ts";
import { createEmulator, type Emulator } from "../core/create-emulator.ts";
import { uuidOf } from "./audit-record.ts";
import { managementContract } from "./contract.ts";
import type { AuditEventRecord } from "./records.ts";
import { withoutOffline } from "./scopes.ts";
import { defaultManagementSeed, type ManagementSeedOptions } from "./seed.ts";
import { managementService } from "./service.ts";
import type { ManagementSeed, ManagementStore } from "./store.ts";

/** How an emulator of the management service is made. */
export interface ManagementEmulatorOptions extends EmulatorOptions {
  /** The state at first, or what the default one is like. Default: an organization with people, users, runs and 4000 audit events. */
  readonly seed?: ManagementSeed | ManagementSeedOptions;
}

/** What a token of the management service may do. */
export interface ManagementTokenOptions {
  /** Default: all that the first app may be given. */
  readonly scopes?: readonly string[];
  /** Seconds until it expires, by the emulator's clock. Default: never. */
  readonly expiresInSeconds?: number;
  /** The user on whose behalf it is. Default: none, the program's own. */
  readonly userId?: string;
}

const TOKEN_RULES: Rules<ManagementTokenOptions> = { scopes: STRINGS, expiresInSeconds: SECONDS, userId: STRING };

/** An audit event to append: what is left out of `id`, `published` and `uuid` is made up. */
export type NewAuditEvent = Omit<AuditEventRecord, "id"> & { readonly id?: number };

/** The management service, alive in this process. */
export interface ManagementEmulator extends Emulator<ManagementStore, ManagementSeed> {
  /** The first app of the state. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** The first token of the state; that of the default state has all scopes and does not expire. */
  readonly token: string;
  /** Issues a token without the token endpoint. */
  issueToken(options?: ManagementTokenOptions): string;
  /** Takes a token away. */
  revokeToken(token: string): void;
  /**
   * Appends events to the audit log; who polls gets them in this order, whatever their times are.
   *
   * @returns The events as they are delivered.
   * @throws TypeError where one is not what the contract says, or has a property that the contract does not name; `store.audit.append` takes these too.
   */
  appendAuditEvents(...events: readonly NewAuditEvent[]): readonly AuditEventRecord[];
}

/**
 * Makes an emulator of the management service. No port is opened: pass its `fetch` to a client.
 *
 * @throws TypeError where the state breaks a rule of the service, such as a user whose domain is not verified.
 * @example
 * ```ts
 * const emulator = createManagementEmulator();
 * const management = createManagementClient({ baseUrl: "https://management.example.com", token: emulator.token, fetch: emulator.fetch });
 * ```
 */
export function createManagementEmulator(given: ManagementEmulatorOptions = {}): ManagementEmulator {
  checkEmulatorOptions("createManagementEmulator", given, "management");
  const { seed = {}, ...options } = given;
  const emulator = createEmulator(
    managementService(),
    (tools) => (isState<ManagementSeed>("management", seed) ? seed : defaultManagementSeed(tools, seed)),
    options,
  );
  const { store, clock, random } = emulator;
  return {
    ...emulator,
    get clientId() {
      return store.apps.list()[0]?.clientId ?? "";
    },
    get clientSecret() {
      return store.apps.list()[0]?.clientSecret ?? "";
    },
    get token() {
      return store.tokens.list()[0]?.value ?? "";
    },
    issueToken(wanted = {}) {
      checkOptions("the options of issueToken", wanted, TOKEN_RULES);
      const { scopes, expiresInSeconds, userId } = wanted;
      const [app] = store.apps.list();
      const now = new Date(clock.wallNow());
      const expiry = expiresInSeconds === undefined ? {} : { expiresAt: new Date(now.getTime() + expiresInSeconds * 1000).toISOString() };
      return store.tokens.insert({
        value: `management-token-${random.id()}`,
        clientId: app?.clientId ?? "",
        scopes: scopes ?? withoutOffline(app?.scopes ?? []),
        issuedAt: now.toISOString(),
        ...expiry,
        ...(userId === undefined ? {} : { userId }),
      }).value;
    },
    revokeToken: (token) => void store.tokens.delete(token),
    appendAuditEvents(...events) {
      const first = store.audit.nextId();
      const whole = events.map((event, index): AuditEventRecord => {
        checkObject("an audit event", event);
        const id = event.id ?? first + index;
        const made = { published: new Date(clock.wallNow()).toISOString(), uuid: uuidOf(id), ...event, id };
        checkGiven<AuditEventRecord>("an audit event cannot be appended", managementContract(), "AuditEvent", made);
        return made;
      });
      store.audit.append(...whole);
      return whole;
    },
  };
}
