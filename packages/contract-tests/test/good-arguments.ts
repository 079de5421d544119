import { join } from "node:path";
import { tmpdir } from "node:os";
import * as openTelemetryApi from "@opentelemetry/api";
import type { Operation } from "@keywright/core/client";
import { CheckpointError, memoryCheckpoints } from "@keywright/core/feeds";
import { createEventsEmulator, createVaultEmulator } from "@keywright/emulator";
import { createEventsClient } from "@keywright/events";
import { createManagementClient } from "@keywright/management";
import { type Service, services } from "@keywright/tool-mocks/clients";
import { environmentOf, factoryOf, titleOf } from "@keywright/tool-test-kit/services";
import { createVaultClient } from "@keywright/vault";
import { clientSettings } from "@keywright/vault/functions";
import type { Good } from "./bad-arguments.ts";
import { exampleInputs } from "./contract-calls.ts";

let requests = 0;

/** How many requests have been sent so far, over all clients. */
export function requestsSent(): number {
  return requests;
}

/** A service that knows nothing: what is asked is counted, and not there. */
export const fetch = (): Promise<Response> => {
  requests += 1;
  return Promise.resolve(new Response("{}", { status: 404, headers: { "content-type": "application/json" } }));
};

const options = { baseUrl: "https://service.example.com", token: "example-token", fetch };
const vault = createVaultClient(options);
const management = createManagementClient(options);
const events = createEventsClient(options);

const id = "iihcwjkpp63v2nsmo436sdbeuu";
const item = {
  id,
  vault: { id },
  title: "Finance portal",
  version: 1,
  tags: ["finance"],
  files: [{ id, name: "runbook.txt" }],
  sections: [{ id: "security", label: "Security" }],
  fields: [
    { id: "password", label: "password", purpose: "PASSWORD", value: "example-password-1" },
    { id: "code", label: "code", type: "OTP", totp: "123456" },
  ],
};
const at = { vaultUUID: id, itemUUID: id };
const fileAt = { ...at, fileUUID: id };
const rotation = { item: at, field: "password", apply: () => {}, verify: () => true };
const runAt = { workflowId: "5b0e6a5c-3f0e-4a53-9d2a-0c6f6d2c1a01", runId: "c2f4b1de-7a04-4a0b-8f35-1d9f3f0b7a11" };
const run = { id: runAt.runId, status: "Waiting", steps: [{ id: "1", waiting: { actions: [{ name: "Approve", href: "/signals/1" }] } }] };
const tree = { id: "root", name: "root", children: [{ id: "1", name: "Finance" }] };
const event = { uuid: "1", action: "create" };
const feedOptions = { store: memoryCheckpoints(), giveUpAfterMs: 0 };
const endpoint = { tokenUrl: "https://service.example.com/connect/token", clientId: "example-client", clientSecret: "example-secret", fetch };
const codeFlow = { ...endpoint, authorizationUrl: "https://service.example.com/connect/authorize", redirectUri: "https://app.example.com/back" };
const vaultEmulator = createVaultEmulator({ seed: { activityRecords: 1 } });
const emulatedVault = createVaultClient({ ...options, token: vaultEmulator.token, fetch: vaultEmulator.fetch });
/** Creates nothing, so that no call waits for another one that creates. */
const readVault = { ...emulatedVault, createItem: () => emulatedVault.createItem({} as never) };
const cached = ["Production/Finance portal/password", "Production/Finance portal/one-time password?attribute=otp"] as const;
const source = { stream: "listThings", pages: () => events.listAuditEvents({ limit: 1 }).pages() };
const nowhere = join(tmpdir(), "keywright-no-such-folder");
const time = "2026-03-10T09:00:00Z";

/** All of the values are needed. */
function all(...values: readonly unknown[]): Good {
  return { values, needed: values.length };
}

/** The last value may be left out. */
function butLast(...values: readonly unknown[]): Good {
  return { values, needed: values.length - 1 };
}

/** None is needed. */
function any(...values: readonly unknown[]): Good {
  return { values, needed: 0 };
}

const filters = (builder: string, attribute: string, value: unknown, ...operators: readonly string[]): { readonly [name: string]: Good } =>
  Object.fromEntries([
    ...operators.map((operator) => [`${builder}.${operator}`, all(attribute, value)]),
    ...["and", "or", "not"].map((joining) => [`${builder}.${joining}`, all('name eq "a"')]),
  ]);

const methods = (made: string, rows: { readonly [name: string]: Good }): { readonly [name: string]: Good } =>
  Object.fromEntries(Object.entries(rows).map(([name, good]) => [`${made}().${name}`, good]));

/** The methods of a client, with and without `raw`, take what the contract shows. */
const clientMethods = (made: string, service: string, table: { readonly [id: string]: Operation }): { readonly [name: string]: Good } =>
  Object.fromEntries(
    Object.values(table).flatMap((operation) => {
      const { id: method, address, pathParameters, queryParameters, body, pagination } = operation;
      const takesInput = address !== undefined || pathParameters !== undefined || queryParameters !== undefined || body !== undefined;
      // Where the position is the body, nothing begins at the beginning.
      const needed = address !== undefined || pathParameters !== undefined || (body !== undefined && pagination?.style !== "cursor-body") ? 1 : 0;
      const good: Good = takesInput
        ? { values: [address === undefined ? exampleInputs(service, operation)[0]?.input : { [address]: "/signals/1" }, {}], needed }
        : any({});
      return [`${made}().${method}`, `${made}().raw.${method}`].map((name) => [name, good]);
    }),
  );

/** The services with a client of openapi-fetch. */
const fetchFactories: ReadonlySet<string> = new Set(["events", "management", "vault"]);

/** Settings with which functions check all that they are given. */
const settings = clientSettings(options);

/** The functions of a service take settings, and then what its methods take. */
const functionsOf = ({ name, table }: Service): { readonly [name: string]: Good } =>
  Object.fromEntries(
    Object.entries(clientMethods("", name, table)).map(([method, { values, needed }]) => {
      const called = method.replace(/^\(\)\.(raw\.)?/, "");
      return [method.startsWith("().raw.") ? `${called}.raw` : called, { values: [settings, ...values], needed: needed + 1 }];
    }),
  );

/** What every client's package has: its factory with the methods, and its reader of the environment. */
const clientOf = ({ name, table }: Service): { readonly [name: string]: Good } => ({
  [factoryOf(name)]: all(options),
  ...(fetchFactories.has(name) && { [`create${titleOf(name)}Fetch`]: all(options) }),
  ...clientMethods(factoryOf(name), name, table),
  ...functionsOf({ name, table } as Service),
  [environmentOf(name)]: any({
    env: {
      [`KEYWRIGHT_${name.toUpperCase().replaceAll("-", "_")}_URL`]: options.baseUrl,
      [`KEYWRIGHT_${name.toUpperCase().replaceAll("-", "_")}_TOKEN`]: options.token,
    },
  }),
});

const feed = (made: string): { readonly [name: string]: Good } =>
  methods(made, { run: butLast(() => {}, { until: "caught-up" }), batches: any({ until: "caught-up" }), reset: all({ since: time }) });

const emulator = (made: string): { readonly [name: string]: Good } =>
  methods(made, { issueToken: any({}), inject: all({ operationId: "*" }), requests: any({}) });

/** Emulators that a person wrote have options of their own. */
const WRITTEN_EMULATORS: ReadonlySet<string> = new Set(["events", "management", "vault"]);

/** An emulator whose state is the resources of its contract. */
const resourceEmulator = (made: string): { readonly [name: string]: Good } => ({
  [made]: any({ seed: {} }),
  ...methods(made, { inject: all({ operationId: "*" }), requests: any({}) }),
});

/** All lists have the same methods: the first function stands for them. */
export const [firstList = ""] = services.flatMap(({ table }) =>
  Object.values(table).flatMap(({ id: method, pagination }) => (pagination === undefined ? [] : [method])),
);

/** A row for each function that is published. */
export const GOOD: { readonly [name: string]: Good } = {
  isApiError: any(new Error("example"), 404),
  isKeywrightError: any(new Error("example"), "timeout"),
  isTemporary: any(new Error("example")),
  rawFilter: all('name eq "a"'),
  publishEvents: any(),
  dryRun: any({}),
  settleEach: butLast([1], () => {}, {}),
  logEvents: any({ debug() {}, info() {}, warn() {} }, { level: "warn" }),
  createFeed: all(source, feedOptions),
  ...feed("createFeed"),
  memoryCheckpoints: any(),
  makeFolder: all(tmpdir()),
  // What cannot be written is the platform's to say.
  writeFileAtomic: all(join(nowhere, "file")),
  lockFile: butLast(join(process.execPath, "file"), "output"),
  fileCheckpoint: all(join(tmpdir(), "keywright-checkpoint")),
  localProcesses: any(),
  offlineCopy: all(nowhere, { baseUrl: "https://vault.example.com", token: "example-token" }),
  fileTokenStore: all(nowhere),
  tokenFile: all(nowhere),
  httpTransport: any({}),
  nodeTransport: any({}),
  "nodeTransport().close": any(),
  authorizationCode: all(codeFlow),
  ...methods("authorizationCode", { begin: any(), finish: all("https://app.example.com/back?code=1&state=2", { state: "2", codeVerifier: undefined }) }),
  clientCredentials: all(endpoint),
  refreshToken: all({ ...endpoint, refreshToken: "example-refresh-token" }),
  openTelemetry: butLast(openTelemetryApi, {}),
  checkpointTable: any("feeds.checkpoints"),
  postgresFailure: any(new Error("connection terminated")),
  postgresCheckpoints: all({ query: () => Promise.resolve([]) }),
  fleetTable: any("feeds.fleet"),
  // A worker has no end by itself.
  createFleet: all({
    query: () => Promise.reject(new CheckpointError("checkpoint-unavailable", "there is no Postgres")),
    transaction: () => Promise.resolve(),
    open: () => {},
    handle: () => {},
  }),
  ...methods("createFleet", { run: any({ signal: AbortSignal.abort() }) }),
  fleetStreams: all({ query: () => Promise.resolve([]) }),
  ...methods("fleetStreams", {
    peek: all({ account: "acme", stream: "auditevents", target: "table" }),
    sync: butLast([{ account: "acme", stream: "auditevents", target: "table" }], {}),
    pause: any({ account: "acme" }),
    resume: any({ account: "acme" }),
    retry: any({ account: "acme" }),
    reset: all({ account: "acme", since: "2026-03-02T08:00:00Z" }),
    status: any(),
    lags: any({ limit: 10 }),
  }),

  ...Object.assign({}, ...services.map(clientOf)),
  ...methods(firstList, { pages: any(), "pages().next": any(), "pages().return": any(), toArray: all({ max: 10 }) }),
  distinctActivity: butLast(vault.listActivity(), {}),
  fieldValue: all(item, "password"),
  findField: all(item, "password"),
  findItem: butLast(vault, { vaultUUID: id, title: "Finance portal" }, {}),
  findVault: butLast(vault, { name: "Production" }, {}),
  findFile: all(item, "runbook.txt"),
  itemDraft: all({ vaultUUID: id, category: "LOGIN", title: "Payroll portal" }),
  itemPatch: any(item),
  ...methods("itemPatch", {
    set: all("password", "value", "next"),
    // The patch changes itself, and a value that was set cannot be generated.
    generate: butLast("code", { length: 20 }),
    add: all({ label: "PIN" }),
    remove: butLast("password", "value"),
    rename: all("password", "PIN"),
    setTitle: all("title"),
    setFavorite: all(true),
    setTags: all(["a"]),
    addTag: all("a"),
    setUrls: all([{ href: "https://example.com" }]),
    addUrl: all({ href: "https://example.com" }),
    addSection: all({ id: "more", label: "More" }),
  }),
  changeItem: butLast(vault, at, () => {}, {}),
  waitForItem: butLast(vault, { vaultUUID: id, title: "Finance portal" }, {}),
  copyItem: butLast(vault, at, { vaultUUID: id }, {}),
  findItems: { values: [vault, { tag: "a" }, {}], needed: 1 },
  itemRef: all(item),
  diffItem: all(item, item),
  oneTimeCode: butLast(item, "code"),
  ensureSecret: butLast(readVault, { vaultUUID: id, title: "Finance portal" }, {}),
  generateSecret: any({ length: 24 }),
  rotateSecret: all(vault, rotation),
  rotateSecrets: butLast(vault, [rotation], {}),
  resolveSecret: butLast(vault, "Production/Finance portal/password", {}),
  resolveSecrets: butLast(vault, { password: "Production/Finance portal/password" }, {}),
  parseSecretReference: butLast("Production/Finance portal/password", {}),
  parseTemplate: butLast("{{ Production/Finance portal/password }}", {}),
  "parseTemplate().fill": all(() => "value"),
  secretCache: all(emulatedVault, { references: cached }),
  ...methods("secretCache", {
    get: all(cached[0]),
    getAll: any(),
    fill: all("text"),
    oneTimeCode: all(cached[1]),
    versions: any(),
    refresh: any(),
    stats: any(),
    close: any(),
  }),
  recordSecretCache: all({ stats() {} }, openTelemetryApi),
  secretReference: butLast({ vault: "a", item: "b", field: "c" }, {}),
  fileBytes: butLast(vault, fileAt, {}),
  fileStream: butLast(vault, fileAt, {}),
  saveFile: butLast(vault, fileAt, join(nowhere, "file"), {}),
  ...filters("listVaultsFilter", "name", "a", "eq"),
  ...filters("listItemsFilter", "title", "a", "eq", "co"),

  scimPatch: any(),
  ...methods("scimPatch", { add: all("title", "Lead"), replace: all("active", false), remove: all("title") }),
  getRun: butLast(management, runAt, {}),
  waitForRun: butLast(management, runAt, {}),
  waitingActions: all(run),
  waitingAction: all(run, { name: "Approve" }),
  findCategory: all(tree, ["Finance"]),
  flattenCategories: all(tree),
  auditLogFeed: all(management, feedOptions),
  ...feed("auditLogFeed"),
  ...filters("listAuditLogsFilter", "actor.id", "a", "eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le"),
  "listAuditLogsFilter.pr": all("actor.id"),

  eventMatches: all(event, { action: "create" }),
  matchAction: all(event, { create: () => 1 }, () => 2),
  requireFeatures: butLast(events, ["auditevents"], {}),
  auditEventFeed: all(events, feedOptions),
  ...feed("auditEventFeed"),
  itemUsageFeed: all(events, feedOptions),
  ...feed("itemUsageFeed"),
  signInAttemptFeed: all(events, feedOptions),
  ...feed("signInAttemptFeed"),

  ...Object.assign(
    {},
    ...services
      .filter(({ name, isEmulated }) => isEmulated && !WRITTEN_EMULATORS.has(name))
      .map(({ name }) => resourceEmulator(`create${titleOf(name)}Emulator`)),
  ),
  createEventsEmulator: any({ seed: { eventsPerStream: 1 } }),
  ...emulator("createEventsEmulator"),
  createManagementEmulator: any({ seed: { auditEvents: 1 } }),
  ...emulator("createManagementEmulator"),
  createVaultEmulator: any({ seed: { activityRecords: 1 } }),
  ...emulator("createVaultEmulator"),
  ...methods("createVaultEmulator", {
    attachFile: all(vaultEmulator.fileItemUUID, { name: "runbook.txt" }),
    setDependency: all({ service: "sync", status: "ACTIVE" }),
  }),
  manualClock: all(time),
  ...methods("manualClock", { set: all(time), advance: all(1000), runFor: all(1000), runUntil: all(Promise.resolve(1)) }),
  systemClock: any(),
  ...methods("systemClock", { set: all(time), advance: all(1000), hold: all(true) }),
  startScenario: all({ vault: Object.create(vaultEmulator) }, { name: "busy", faults: [{ operationId: "*" }] }),
  // Not a plain object, so that none of its many parts is tried alone.
  createAccounts: all(["acme"], ({ token }: { readonly token: string }) => createEventsEmulator({ seed: { token, eventsPerStream: 1 } })),
  serveEmulator: butLast(Object.create(vaultEmulator), {}),
  ...methods("createAccounts", { of: all("acme"), tokenOf: all("acme") }),
  "serveEmulator().close": any(),
};
