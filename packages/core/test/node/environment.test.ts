import { jsonResponse } from "@keywright/tool-test-kit/testing";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { withNames } from "../../src/client.ts";
import { type EnvironmentContract, type GrantEnvironmentOptions, readEnvironment, type ServiceEnvironment } from "../../src/node.ts";
import { clientCredentials } from "../../src/oauth.ts";
import { callOf, caught, getThing } from "../support.ts";
import { inTemporaryFolder } from "./files/temporary-folder.ts";

type Variables = { readonly [name: string]: string };

const things: EnvironmentContract = { service: "things", prefix: "KEYWRIGHT_THINGS" };
const granted: EnvironmentContract = { ...things, grant: { tokenUrl: "/connect/token", clientCredentials, withNames } };
const URL_SET = { KEYWRIGHT_THINGS_URL: "https://things.example.com/prefix/" };
const CLIENT_SET = { ...URL_SET, KEYWRIGHT_THINGS_CLIENT_ID: "app", KEYWRIGHT_THINGS_CLIENT_SECRET: "hidden-value" };

/** The requests of one call with what the environment has. */
async function requestsOf(contract: EnvironmentContract, options: GrantEnvironmentOptions): Promise<unknown[]> {
  const requests: unknown[] = [];
  const fetch = async (url: string, { headers, body }: RequestInit): Promise<Response> => {
    const { authorization } = headers as Variables;
    requests.push([url, authorization, body ?? undefined]);
    return jsonResponse(200, { access_token: "issued-token", token_type: "Bearer", expires_in: 3600 });
  };
  await callOf(getThing, { ...readEnvironment(contract, { ...options, fetch }), fetch })({ thingId: "a" });
  return requests;
}

describe("the environment of a client", () => {
  it("has its address and its token", async () => {
    const env = { ...URL_SET, KEYWRIGHT_THINGS_TOKEN: "token-2" };
    expect(await requestsOf(things, { env })).toEqual([["https://things.example.com/prefix/v1/things/a", "Bearer token-2", undefined]]);
    expect(readEnvironment(things, { env })).toEqual({ baseUrl: "https://things.example.com/prefix", token: "token-2" });
  });

  it("has a file with its token", async () => {
    await inTemporaryFolder(async (folder) => {
      const file = join(folder, "token");
      await writeFile(file, "token-3\n");
      const env = { ...URL_SET, KEYWRIGHT_THINGS_TOKEN_FILE: file, KEYWRIGHT_THINGS_TOKEN: "" };
      expect(await requestsOf(things, { env })).toEqual([["https://things.example.com/prefix/v1/things/a", "Bearer token-3", undefined]]);
    });
  });

  it("has a client id and its secret, if the service issues tokens for them", async () => {
    const basic = `Basic ${btoa("app:hidden-value")}`;
    const thing = ["https://things.example.com/prefix/v1/things/a", "Bearer issued-token", undefined];
    expect(await requestsOf(granted, { env: CLIENT_SET })).toEqual([
      ["https://things.example.com/prefix/connect/token", basic, "grant_type=client_credentials"],
      thing,
    ]);
    expect(await requestsOf(granted, { env: CLIENT_SET, scope: ["Things.Read", "Things.Write"], clientAuthentication: "body" })).toEqual([
      [
        "https://things.example.com/prefix/connect/token",
        undefined,
        "scope=Things.Read+Things.Write&grant_type=client_credentials&client_id=app&client_secret=hidden-value",
      ],
      thing,
    ]);
    const elsewhere = { ...things, grant: { tokenUrl: "https://login.example.com/token", clientCredentials, withNames } };
    expect((await requestsOf(elsewhere, { env: CLIENT_SET }))[0]).toEqual(["https://login.example.com/token", basic, "grant_type=client_credentials"]);
  });

  it("may have spaces around its address, whatever its credential is", async () => {
    const spaced = { KEYWRIGHT_THINGS_URL: " https://things.example.com/prefix/ \n" };
    const thing = "https://things.example.com/prefix/v1/things/a";
    expect(await requestsOf(things, { env: { ...spaced, KEYWRIGHT_THINGS_TOKEN: "token-2" } })).toEqual([[thing, "Bearer token-2", undefined]]);
    const requests = await requestsOf(granted, { env: { ...CLIENT_SET, ...spaced } });
    expect(requests).toEqual([expect.arrayContaining(["https://things.example.com/prefix/connect/token"]), expect.arrayContaining([thing])]);
  });

  it("is that of the process if none is given", () => {
    for (const [name, value] of Object.entries({ ...URL_SET, KEYWRIGHT_THINGS_TOKEN: "token-4", KEYWRIGHT_LOG: "" })) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(readEnvironment(things)).toEqual({ baseUrl: "https://things.example.com/prefix", token: "token-4" });
  });

  it("leaves it to the client whether http is allowed", () => {
    const env = { KEYWRIGHT_THINGS_URL: "http://things.example.com", KEYWRIGHT_THINGS_TOKEN: "token-2" };
    expect(() => callOf(getThing, readEnvironment(things, { env }))).toThrow("baseUrl is http:// to things.example.com");
    callOf(getThing, { ...readEnvironment(things, { env }), allowInsecureHttp: true });
  });
});

describe("an environment that cannot work", () => {
  const token = { KEYWRIGHT_THINGS_TOKEN: "hidden-value" };

  it.each<[string, EnvironmentContract, Variables, string]>([
    ["no address", things, token, "the environment lacks KEYWRIGHT_THINGS_URL: set it to the address of the things service"],
    [
      "an empty address",
      things,
      { ...token, KEYWRIGHT_THINGS_URL: "" },
      "the environment lacks KEYWRIGHT_THINGS_URL: set it to the address of the things service",
    ],
    [
      "an address without its scheme",
      things,
      { ...token, KEYWRIGHT_THINGS_URL: "things.example.com" },
      'KEYWRIGHT_THINGS_URL must be a whole address with its scheme, such as "https://service.example.com"; got a string of 18 characters',
    ],
    [
      "no token",
      things,
      { ...CLIENT_SET },
      "the environment lacks KEYWRIGHT_THINGS_TOKEN or KEYWRIGHT_THINGS_TOKEN_FILE: set one of them to a credential for the things service",
    ],
    [
      "no credential",
      granted,
      URL_SET,
      "the environment lacks KEYWRIGHT_THINGS_TOKEN or KEYWRIGHT_THINGS_TOKEN_FILE or KEYWRIGHT_THINGS_CLIENT_ID with KEYWRIGHT_THINGS_CLIENT_SECRET: set one of them to a credential for the things service",
    ],
    [
      "a token and a file",
      things,
      { ...URL_SET, ...token, KEYWRIGHT_THINGS_TOKEN_FILE: "hidden-value" },
      "the environment has KEYWRIGHT_THINGS_TOKEN and KEYWRIGHT_THINGS_TOKEN_FILE: keep one of them",
    ],
    [
      "a token and a client",
      granted,
      { ...CLIENT_SET, ...token },
      "the environment has KEYWRIGHT_THINGS_TOKEN and KEYWRIGHT_THINGS_CLIENT_ID: keep one of them",
    ],
    [
      "a client without its secret",
      granted,
      { ...URL_SET, KEYWRIGHT_THINGS_CLIENT_ID: "hidden-value" },
      "the environment lacks KEYWRIGHT_THINGS_CLIENT_SECRET: set it to the value that belongs to KEYWRIGHT_THINGS_CLIENT_ID",
    ],
    [
      "a secret without its client",
      granted,
      { ...URL_SET, KEYWRIGHT_THINGS_CLIENT_SECRET: "hidden-value" },
      "the environment lacks KEYWRIGHT_THINGS_CLIENT_ID: set it to the value that belongs to KEYWRIGHT_THINGS_CLIENT_SECRET",
    ],
    [
      "a secret with a line break",
      granted,
      { ...CLIENT_SET, KEYWRIGHT_THINGS_CLIENT_SECRET: "hidden-value\n" },
      "KEYWRIGHT_THINGS_CLIENT_SECRET must be a string that is not empty, without control characters such as a line break at its end; got a string of 13 characters",
    ],
    [
      "a client at an address in clear text",
      granted,
      { ...CLIENT_SET, KEYWRIGHT_THINGS_URL: "http://things.example.com" },
      "KEYWRIGHT_THINGS_URL is http:// to things.example.com, which would send credentials in clear text: use https://, or set allowInsecureHttp",
    ],
    [
      "a token with a line break",
      things,
      { ...URL_SET, KEYWRIGHT_THINGS_TOKEN: "hidden-value\n" },
      "KEYWRIGHT_THINGS_TOKEN ends with a line break: remove it, such as by trim()",
    ],
    ["a token with quotes", granted, { ...URL_SET, KEYWRIGHT_THINGS_TOKEN: '"hidden-value"' }, "KEYWRIGHT_THINGS_TOKEN has quotes around it: remove them"],
    [
      "a token with a space",
      things,
      { ...URL_SET, KEYWRIGHT_THINGS_TOKEN: "hidden-value 2" },
      "KEYWRIGHT_THINGS_TOKEN must be a token of visible ASCII characters without spaces; got a string of 14 characters",
    ],
    [
      "an unknown level of the log",
      things,
      { ...URL_SET, ...token, KEYWRIGHT_LOG: "verbose" },
      "KEYWRIGHT_LOG must be debug, info or warn; got a string of 7 characters",
    ],
  ])("throws an error with the names of its variables, without a value: %s", (_what, contract, env, message) => {
    const error = thrownBy(() => readEnvironment(contract, { env }));
    expect(error).toMatchObject({ name: "ConfigurationError", code: "invalid-configuration", option: expect.stringMatching(/^KEYWRIGHT_/) as string, message });
  });

  it.each<[EnvironmentContract, object | null, string]>([
    [things, null, "the options of thingsEnvironment must be an object such as { env }; got null"],
    [things, { env: "KEYWRIGHT_THINGS_URL" }, "thingsEnvironment: env must be an object of variables, such as process.env; got a string of 20 characters"],
    [
      things,
      { logger: { info: () => {} } },
      "thingsEnvironment: logger must be a logger with the methods debug, info and warn, such as console; got an object",
    ],
    [granted, { env: CLIENT_SET, fetch: 1 }, "thingsEnvironment: fetch must be a function; got 1"],
    [granted, { env: CLIENT_SET, scope: "" }, "clientCredentials: scope must be scopes, as an array or separated by spaces, or omitted; got an empty string"],
  ])("is not read with options that cannot work: %j, %j", (contract, options, message) => {
    expect(thrownBy(() => readEnvironment(contract, options as GrantEnvironmentOptions))).toMatchObject({ name: "ConfigurationError", message });
  });
});

describe("KEYWRIGHT_LOG", () => {
  it.each([
    ["info", /^\d{4}-\d\d-\d\dT[\d:.]+Z info keywright getThing: 200, \d+ ms, 1 attempt\n$/],
    ["debug", /^\d{4}-\d\d-\d\dT[\d:.]+Z debug keywright getThing: attempt 1, GET https:\/\/things\.example\.com\/prefix\/v1\/things\/a: 200, \d+ ms\n$/],
    ["warn", undefined],
  ])("has each call logged to standard error: %s", async (level, first) => {
    const printed = standardError();
    const env = { ...URL_SET, KEYWRIGHT_THINGS_TOKEN: "hidden-value", KEYWRIGHT_LOG: level };
    await callOf(getThing, { ...readEnvironment(things, { env }), fetch: async () => jsonResponse(200, {}) })({ thingId: "a" });
    if (first === undefined) expect(printed).toEqual([]);
    else expect(printed[0]).toMatch(first);
  });

  it("has failures logged", async () => {
    const printed = standardError();
    const options: ServiceEnvironment = readEnvironment(things, { env: { ...URL_SET, KEYWRIGHT_THINGS_TOKEN: "hidden-value", KEYWRIGHT_LOG: "warn" } });
    await caught(callOf(getThing, { ...options, fetch: async () => jsonResponse(404, {}) })({ thingId: "a" }));
    expect(printed).toEqual([expect.stringMatching(/ warn keywright getThing: api-error 404, \d+ ms, 1 attempt \(not retried: not-retryable\)\n$/)]);
  });
});

describe("the option logger", () => {
  it("takes what would be written to standard error, and has no effect without KEYWRIGHT_LOG", async () => {
    const printed = standardError();
    const lines: string[] = [];
    const note = (message: string): void => void lines.push(message);
    const logger = { debug: note, info: note, warn: note };
    const env = { ...URL_SET, KEYWRIGHT_THINGS_TOKEN: "hidden-value" };
    const fetch = async (): Promise<Response> => jsonResponse(200, {});
    await callOf(getThing, { ...readEnvironment(things, { env: { ...env, KEYWRIGHT_LOG: "info" }, logger }), fetch })({ thingId: "a" });
    expect([printed, lines]).toEqual([[], [expect.stringMatching(/^keywright getThing: 200, \d+ ms, 1 attempt$/)]]);
    expect(readEnvironment(things, { env, logger })).not.toHaveProperty("onEvent");
  });
});

/** What is written to standard error from now on, to the end of the test. */
function standardError(): string[] {
  const printed: string[] = [];
  const write = vi.spyOn(process.stderr, "write").mockImplementation((text) => printed.push(String(text)) > 0);
  onTestFinished(() => write.mockRestore());
  return printed;
}

/** What a function throws, with no secret of the test in it. */
function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain("hidden-value");
    return error;
  }
  return undefined;
}
