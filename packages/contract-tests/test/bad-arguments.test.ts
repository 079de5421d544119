import { readFile } from "node:fs/promises";
import { ArgumentError, ConfigurationError } from "@keywright/core";
import { findServices } from "@keywright/tool-test-kit/services";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { badCalls, type Callable, functionsIn, isOurs, methodsOf, outcomeOf } from "./bad-arguments.ts";
import { EXCEPTIONS } from "./argument-exceptions.ts";
import { fetch, firstList, GOOD, requestsSent } from "./good-arguments.ts";

/** Where sources are in the repository, and what is published. */
interface Manifest {
  readonly exports: { readonly [entry: string]: string };
  readonly publishConfig: { readonly exports: object };
}

/** What generated clients import, which call it with what the contract says. */
const GENERATED_ONLY = ["./openapi", "./parts"];

const published = await publishedFunctions();

// Functions without the option `fetch` use that of the platform, which must not reach a network.
beforeAll(() => void vi.stubGlobal("fetch", fetch));
afterAll(() => void vi.unstubAllGlobals());

/** Every function of every entry of the packages that programs import, and the methods of what these give. */
async function publishedFunctions(): Promise<ReadonlyMap<string, Callable>> {
  const found = new Map<string, Callable>();
  for (const name of ["core", ...findServices(), "emulator"]) {
    const manifest = await readFile(new URL(`../../${name}/package.json`, import.meta.url), "utf8");
    const { exports, publishConfig } = JSON.parse(manifest) as Manifest;
    for (const entry of Object.keys(publishConfig.exports).filter((each) => !GENERATED_ONLY.includes(each) && exports[each]?.endsWith(".ts"))) {
      const module = (await import(new URL(`../../${name}/${exports[entry]}`, import.meta.url).href)) as object;
      for (const [at, value] of Object.entries(module)) for (const [way, call] of functionsIn(at, value)) found.set(way, call);
    }
  }
  const looked = new Set<string>();
  for (const [name, call] of found) {
    const good = GOOD[name];
    if (good === undefined) continue;
    const methods = methodsOf(name, await made(call, good.values));
    // A method that gives more of the same, as a builder's does, brings nothing new.
    const kind = methods.map(([way]) => way.slice(way.lastIndexOf("().") + 3)).join();
    if ((name.includes("().") || kind.includes("toArray")) && looked.has(kind)) continue;
    looked.add(kind);
    for (const [way, method] of methods) found.set(way, method);
  }
  return found;
}

async function made(call: Callable, args: readonly unknown[]): Promise<unknown> {
  try {
    return await call(...args);
  } catch {
    return undefined;
  }
}

function isExcepted(name: string): boolean {
  return Object.keys(EXCEPTIONS).some((known) => name === known || (/[.]$|\)\.\w+$/.test(known) && name.startsWith(known)));
}

describe("every published function", () => {
  test("has a row of good values, or a reason to have none", () => {
    expect([...published.keys()].filter((name) => GOOD[name] === undefined && !isExcepted(name))).toEqual([]);
  });

  test("is there for each row", () => {
    expect(Object.keys(GOOD).filter((name) => !published.has(name))).toEqual([]);
  });

  test.each(Object.keys(GOOD))("%s takes the good values of its row", async (name) => {
    const outcome = await outcomeOf(() => published.get(name)?.(...(GOOD[name]?.values ?? [])));
    const refused = "error" in outcome && (outcome.error instanceof ArgumentError || outcome.error instanceof ConfigurationError);
    expect(refused ? String(outcome.error) : "taken").toBe("taken");
  });

  test.each(Object.keys(GOOD))("%s says what is wrong with bad ones, and sends nothing", async (name) => {
    const faults: string[] = [];
    for (const { args, told, lacks, works } of badCalls(GOOD[name] ?? { values: [], needed: 0 })) {
      const before = requestsSent();
      const outcome = await outcomeOf(() => published.get(name)?.(...args));
      if ("error" in outcome && !isOurs(outcome.error)) faults.push(`${told}: ${String(outcome.error)}`);
      if (lacks && !("error" in outcome)) faults.push(`${told}: was taken`);
      if (!works && requestsSent() > before) faults.push(`${told}: a request was sent`);
    }
    expect(faults).toEqual([]);
  });
});

describe("what is said of a bad argument", () => {
  test.each<readonly [string, readonly unknown[], string]>([
    [
      "findItem",
      [{ listItems() {}, getItem() {} }, undefined],
      'findItem: query must be an object such as { vaultUUID, title: "Finance portal" }; got nothing',
    ],
    ["findItem", [undefined, { title: "a" }], "findItem: client must be a client with listItems and getItem; got nothing"],
    ["findVault", [{ listVaults() {} }, "Production"], 'findVault: query must be an object such as { name: "Production" }; got a string of 10 characters'],
    ["getRun", [], "getRun: client must be a client with raw.getWorkflowRun; got nothing"],
    ["auditEventFeed", [], "auditEventFeed: client must be a client with listAuditEvents; got nothing"],
    ["createVaultClient().listActivity", [{}, 50], "the options of listActivity must be an object such as { signal }; got 50"],
    ["createFeed().run", [], "run: the handler must be a function that takes a batch; got nothing"],
    ["clientCredentials", [], "the options of clientCredentials must be an object with tokenUrl, clientId and clientSecret; got nothing"],
    ["tokenFile", [], "tokenFile: path must be a path; got nothing"],
    ["fileCheckpoint", [""], "fileCheckpoint: path must be a path; got an empty string"],
    ["serveEmulator", [{ handle: () => {} }, 8080], "the options of serveEmulator must be an object; got 8080"],
    ["createVaultEmulator", [{ seed: "seed.json" }], "the options of createVaultEmulator: seed must be an object; got a string"],
    ["createVaultClient", [{ baseUrl: "https://vault.example.com", headers: "x-team: blue" }], "headers must be a plain object of names and values"],
    ["createVaultClient", [{ baseUrl: "https://vault.example.com", headers: null }], "headers must be a plain object of names and values"],
    ["waitForRun", [{ raw: { getWorkflowRun() {} } }, {}, { signal: new AbortController() }], "waitForRun: signal must be an AbortSignal; got an object"],
    ["settleEach", [[1], () => 1, { signal: new AbortController() }], "settleEach: signal must be an AbortSignal; got an object"],
    [
      "createVaultEmulator",
      [{ clock: "2026-03-10T09:00:00Z" }],
      "the options of createVaultEmulator: clock must be an object with the functions now, wallNow, after, clear and random, such as manualClock returns; got a string",
    ],
    ["createEventsEmulator", [{ onExchange: "log" }], "the options of createEventsEmulator: onExchange must be a function; got a string"],
    [
      "serveEmulator",
      [{ handle: () => {} }, { allowedHosts: "emulator" }],
      "the options of serveEmulator: allowedHosts must be an array of strings; got a string",
    ],
    ["startScenario", [{}, "brownout"], "the scenario must be an object; got a string"],
    ["manualClock", [null], "a clock is set to a Date or an RFC 3339 string; got null"],
  ])("%s is what was expected and what came", async (name, args, message) => {
    expect(await outcomeOf(() => published.get(name)?.(...args))).toMatchObject({ error: { message } });
  });
});

/** For each function that takes options, an option that it does not know and what is said of it. */
const UNKNOWN: readonly (readonly [name: string, option: object, said: string])[] = [
  ["createFeed", { start: "2026-03-10T09:00:00Z" }, "its options are store, name, account, since, "],
  ["createFeed().run", { untilCaughtUp: true }, "did you mean until?"],
  ["createFeed().batches", { abortSignal: null }, "did you mean signal?"],
  ["createFeed().reset", { start_time: "2026-03-10T09:00:00Z" }, "its options are since, signal"],
  ["auditEventFeed", { start_time: "2026-03-10T09:00:00Z" }, "did you mean since?"],
  ["auditLogFeed", { until: "2026-03-10T09:00:00Z" }, "it is an option of the feed's run and batches"],
  ["auditLogFeed", { sortOrder: "DESCENDING" }, "a feed reads listAuditLogs in order, without end"],
  ["httpTransport", { cert: "x" }, "its options are ca"],
  ["nodeTransport", { proxyUrl: "http://proxy.example.com:3128" }, "did you mean proxy?"],
  ["clientCredentials", { scopes: "Apps.Read" }, "did you mean scope?"],
  ["refreshToken", { token: "example-refresh-token" }, "did you mean refreshToken?"],
  ["authorizationCode", { redirect_uri: "https://app.example.com/back" }, "did you mean redirectUri?"],
  ["authorizationCode().finish", { code_verifier: "example" }, "did you mean codeVerifier?"],
  ["openTelemetry", { metric: false }, "did you mean metrics?"],
  ["postgresCheckpoints", { tableName: "feeds.checkpoints" }, "did you mean table?"],
  ["createFleet", { interval: 30_000 }, "did you mean intervalMs?"],
  ["createVaultClient", { timeout: 5000 }, "did you mean timeoutMs?"],
  ["createManagementClient", { maxRetries: 0 }, "did you mean retry.maxRetries?"],
  ["createEventsClient", { proxy: "http://proxy.example.com:3128" }, "its options are baseUrl, token, "],
  ["createVaultClient().getItem", { timeout: 5000 }, "did you mean timeoutMs?"],
  ["createVaultClient().raw.getItem", { fetch: () => {} }, "it is an option of the client"],
  ["createVaultClient().listActivity", { maxResponseBytes: 5 }, "it is an option of the client"],
  [`${firstList}().toArray`, { maximum: 5 }, "did you mean max?"],
  ["createEventsClient().introspect", { token: "example-token" }, "it is an option of the client"],
  ["distinctActivity", { remembered: 5 }, "did you mean remember?"],
  ["resolveSecret", { concurency: 5 }, "did you mean concurrency?"],
  ["resolveSecrets", { fetch: () => {} }, "it is an option of the client"],
  ["fileBytes", { timeout: 5000 }, "did you mean timeoutMs?"],
  ["fileStream", { timeout: 5000 }, "did you mean timeoutMs?"],
  ["saveFile", { retries: 1 }, "did you mean retry.maxRetries?"],
  ["getRun", { timeout: 5000 }, "did you mean timeoutMs?"],
  ["waitForRun", { totalTimeoutMs: 5000 }, "did you mean call.totalTimeoutMs?"],
  ["waitForRun", { call: { timeout: 5000 } }, "did you mean call.timeoutMs?"],
  ["waitingAction", { step: "1" }, "did you mean stepId?"],
  ["requireFeatures", { timeout: 5000 }, "did you mean timeoutMs?"],
];

describe("an option that is not known", () => {
  test.each(UNKNOWN)("of %s throws before anything is sent: %o", async (name, option, said) => {
    const values = [...(GOOD[name]?.values ?? [])];
    values.push({ ...(values.pop() as object), ...option });
    const before = requestsSent();
    const { error } = (await outcomeOf(() => published.get(name)?.(...values))) as { readonly error?: ConfigurationError };
    expect(error).toMatchObject({ name: "ConfigurationError", code: "invalid-configuration" });
    const by = /^create\w+Client$/.test(name) ? "the client" : name.replace(/^create\w+\(\)\.(raw\.)?|^\w+\(\)\.(?=finish$)/, "");
    expect(error?.message).toBe(
      `${error?.option} is not an option of ${by}; ${said.endsWith(", ") ? error?.message.slice(error.message.indexOf("its")) : said}`,
    );
    expect(requestsSent()).toBe(before);
  });
});
