import type { ManagementSeedOptions, ManagementTokenOptions, NewAuditEvent } from "../../generated/seed.ts";
import { MANAGEMENT_SEED_VALIDATORS } from "../../generated/management-seed-validators.ts";
import { checkEmulatorOptions } from "../core/service/emulator-options.ts";
import { checkGiven } from "../core/contract/contract.ts";
import { checkObject, checkOptions, type Rules, SECONDS, STRING, STRINGS } from "../core/values/check-options.ts";
import { startOf } from "../core/service/check-seed.ts";
import type { EmulatorOptions } from "../core/service/emulator-options.ts";
import { createEmulator, type Emulator } from "../core/create-emulator.ts";
import type { EmulatorSnapshot } from "../core/service/snapshot.ts";
import { managementContract } from "./state/contract.ts";
import { newAuditEvent, newManagementToken } from "./state/drafts.ts";
import type { AuditEventRecord } from "./state/records.ts";
import { defaultManagementSeed } from "./seed/seed.ts";
import { managementService } from "./service.ts";
import type { ManagementSeed, ManagementStore } from "./state/store.ts";

/** Options of {@link createManagementEmulator}. */
export interface ManagementEmulatorOptions extends EmulatorOptions {
  /** Initial state, a snapshot or options. Default: people, users, runs and 4000 audit events. */
  readonly seed?: ManagementSeed | ManagementSeedOptions | EmulatorSnapshot<ManagementSeed>;
}

const TOKEN_RULES: Rules<ManagementTokenOptions> = { value: STRING, scopes: STRINGS, expiresInSeconds: SECONDS, userId: STRING };

/** An emulator of the management service. */
export interface ManagementEmulator extends Emulator<ManagementStore, ManagementSeed> {
  /** Client id of the first app of the state. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** The first token of the state. In the default state, it has all scopes and does not expire. */
  readonly token: string;
  /** Issues a token without the token endpoint. */
  issueToken(options?: ManagementTokenOptions): string;
  /** Revokes a token. */
  revokeToken(token: string): void;
  /**
   * Appends events to the audit log. They are delivered in this order, whatever their times are.
   *
   * @returns The events as they are delivered.
   * @throws TypeError if an event is not valid. `store.audit` also accepts unknown properties.
   */
  appendAuditEvents(...events: readonly NewAuditEvent[]): readonly AuditEventRecord[];
}

/**
 * Creates an emulator of the management service. It opens no port: pass its `fetch` to a client.
 *
 * @throws TypeError if the state breaks a rule, such as a user whose domain is not verified.
 * @example
 * ```ts
 * const { token, fetch } = createManagementEmulator();
 * const management = createManagementClient({ baseUrl: "https://example.com", token, fetch });
 * ```
 */
export function createManagementEmulator(given: ManagementEmulatorOptions = {}): ManagementEmulator {
  checkEmulatorOptions("createManagementEmulator", given, { part: "management", validators: MANAGEMENT_SEED_VALIDATORS });
  const { seed = {}, ...options } = given;
  const emulator = createEmulator(
    managementService(),
    (tools) => startOf("management", seed, (wanted: ManagementSeedOptions) => defaultManagementSeed(tools, wanted)),
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
      const [app = { clientId: "", scopes: [] }] = store.apps.list();
      return store.tokens.insert(newManagementToken(wanted, app, random, clock.wallNow())).value;
    },
    revokeToken: (token) => void store.tokens.delete(token),
    appendAuditEvents(...events) {
      const first = store.audit.nextId();
      const whole = events.map((event, index): AuditEventRecord => {
        checkObject("an audit event", event);
        const made = newAuditEvent({ ...event, id: event.id ?? first + index }, clock.wallNow());
        checkGiven<AuditEventRecord>("an audit event cannot be appended", managementContract(), "AuditEvent", made);
        return made;
      });
      store.audit.append(...whole);
      return whole;
    },
  };
}
