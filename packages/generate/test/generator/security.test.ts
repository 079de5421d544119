import { recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { make } from "../made.ts";
import { operationAt, yamlOf } from "./yaml-contract.ts";

const SCHEMES = `components:
  securitySchemes:
    header_key: { type: apiKey, in: header, name: X-Api-Key, description: The key of the account. }
    whole: { type: apiKey, in: header, name: Authorization }
    query-key: { type: apiKey, in: query, name: "api key" }
    session: { type: apiKey, in: cookie, name: sid }
    login: { type: http, scheme: Basic }
    bearer: { type: http, scheme: Bearer }
`;

const contract = (paths: string, schemes = SCHEMES, root = ""): string => yamlOf(`servers:\n  - url: https://thing.invalid\n${root}paths:\n${paths}${schemes}`);

const feature = await make(
  contract(
    [
      operationAt("getHeader", "security: [{ header_key: [] }]"),
      operationAt("getWhole", "security: [{ whole: [] }]"),
      operationAt("getQuery", "security: [{ query-key: [] }]\nparameters:\n  - { name: a, in: query, description: A., schema: { type: string }, example: b }"),
      operationAt("getCookie", "security: [{ session: [] }]"),
      operationAt("getLogin", "security: [{ login: [] }]"),
      operationAt("getEither", "security: [{ bearer: [] }, { header_key: [] }]"),
      operationAt("getBoth", "security: [{ bearer: [], header_key: [] }]"),
      operationAt("getMaybe", "security: [{}, { bearer: [] }]"),
      operationAt("getOpen", "security: []"),
      operationAt("getRoot", ""),
    ].join(""),
    SCHEMES,
    "security: [{ bearer: [] }]\n",
  ),
);

const keys = { header_key: "k-header", whole: "Custom k-whole", "query-key": "k query&", session: "k-session", login: { username: "Ä", password: "p:w" } };

/** The address and the credentials of the only request of a call. */
async function sent(id: string, options: object, input?: object): Promise<unknown> {
  const { client, fetch } = feature.client(options);
  await (input === undefined ? client[id]?.() : client[id]?.(input));
  const [{ url, headers } = { url: "", headers: {} as Record<string, string> }, ...others] = fetch.requests;
  expect(others).toEqual([]);
  const { accept: _accept, ...credentials } = headers;
  return [url.replace("https://thing.example.com", ""), credentials];
}

describe("a generated client sends", () => {
  it.each([
    ["an API key in a header", "getHeader", ["/getHeader", { "x-api-key": "k-header" }]],
    ["an API key as the whole authorization", "getWhole", ["/getWhole", { authorization: "Custom k-whole" }]],
    ["an API key in the query", "getQuery", ["/getQuery?api%20key=k%20query%26", {}]],
    ["an API key in a cookie", "getCookie", ["/getCookie", { cookie: "sid=k-session" }]],
    ["a user name and a password", "getLogin", ["/getLogin", { authorization: "Basic w4Q6cDp3" }]],
    ["nothing where the contract asks for nothing", "getOpen", ["/getOpen", {}]],
    ["a token where the contract as a whole asks for one", "getRoot", ["/getRoot", { authorization: "Bearer t" }]],
    ["all that is needed at once", "getBoth", ["/getBoth", { authorization: "Bearer t", "x-api-key": "k-header" }]],
    ["the first alternative that is given", "getEither", ["/getEither", { authorization: "Bearer t" }]],
    ["what is optional if it is given", "getMaybe", ["/getMaybe", { authorization: "Bearer t" }]],
  ])("%s", async (_what, id, expected) => {
    expect(await sent(id, { token: "t", credentials: keys }, id === "getQuery" ? {} : undefined)).toEqual(expected);
  });

  it("a key behind the parameters of the query, and behind the user's cookies", async () => {
    expect(await sent("getQuery", { credentials: keys }, { a: "b" })).toEqual(["/getQuery?a=b&api%20key=k%20query%26", {}]);
    expect(await sent("getCookie", { credentials: keys, headers: { cookie: "a=b" } })).toEqual(["/getCookie", { cookie: "a=b; sid=k-session" }]);
  });

  it("the second alternative if only that is given, and nothing of what is optional", async () => {
    expect(await sent("getEither", { credentials: keys })).toEqual(["/getEither", { "x-api-key": "k-header" }]);
    expect(await sent("getMaybe", {})).toEqual(["/getMaybe", {}]);
  });

  it("no request without its credential, and names the option", async () => {
    const { client, fetch } = feature.client({ credentials: { header_key: "k" } });
    await expect(client["getLogin"]?.()).rejects.toMatchObject({
      name: "ConfigurationError",
      code: "missing-token",
      option: "credentials.login",
      message: "getLogin needs a credential: give the client credentials.login",
    });
    await expect(client["getBoth"]?.()).rejects.toMatchObject({
      option: "token",
      message: "getBoth needs a credential: give the client token and credentials.header_key",
    });
    await expect(feature.client().client["getEither"]?.()).rejects.toMatchObject({
      message: "getEither needs a credential: give the client token, or credentials.header_key",
    });
    expect(fetch.requests).toEqual([]);
  });

  it("a new token if the service rejects the old one, with the key next to it", async () => {
    const tokens = ["old", "new"];
    const { client, fetch } = feature.client(
      { token: { getToken: () => tokens.shift() }, credentials: keys },
      recordingFetch(new Response(null, { status: 401 }), new Response(null, { status: 204 })),
    );
    await client["getBoth"]?.();
    expect(fetch.requests.map(({ headers }) => [headers["authorization"], headers["x-api-key"]])).toEqual([
      ["Bearer old", "k-header"],
      ["Bearer new", "k-header"],
    ]);
  });
});

describe("the options of a generated client", () => {
  it.each([
    [{ apiKey: "k" }, "credentials.apiKey is not an option of the client; its options are"],
    [{ "header key": "k" }, "credentials.header key is not an option of the client; did you mean credentials.header_key?"],
    [
      { header_key: "k\n" },
      "the client: credentials.header_key must be a key of visible ASCII characters, without spaces around it; got a string of 2 characters",
    ],
    [{ "query-key": "" }, "the client: credentials.query-key must be a key that is not empty; got an empty string"],
    [{ session: "a;b" }, "the client: credentials.session must be a key of characters that a cookie can carry"],
    [
      { login: { username: "a:b", password: "" } },
      "the client: credentials.login.username must be a string without colons and control characters; got a string of 3",
    ],
    [{ login: { username: "a" } }, "the client: credentials.login.password must be a string without control characters"],
    [{ login: "a:b" }, "the client: credentials.login must be an object with username and password; got a string of 3 characters"],
    ["k", "the client: credentials must be an object with header_key, whole"],
  ])("reject %j", (credentials, message) => {
    expect(() => feature.client({ credentials })).toThrow(message);
  });

  it("are typed and described by the names of the contract", () => {
    expect(feature.files["client.ts"]).toContain(`export interface ThingClientOptions extends ClientOptions {`);
    expect(feature.files["client.ts"]).toContain(`
    /** The key of the account. An API key, sent in the header \`X-Api-Key\`. */
    readonly header_key?: string | undefined;
`);
    expect(feature.files["client.ts"]).toContain("\n    readonly login?: UserCredentials | undefined;\n");
    expect(feature.files["client.ts"]).toContain("export function createThingClient(options: ThingClientOptions): ThingClient {");
  });

  it("stand in the documentation of each method", () => {
    const docs = feature.files["client.ts"];
    for (const sentence of [
      "Requires `credentials.header_key`. Retried automatically.",
      "Requires a token, or `credentials.header_key`.",
      "Requires a token and `credentials.header_key`.",
      "Sends a token, if the client has it.",
      "Requires no credentials.",
    ])
      expect(docs).toContain(`   * ${sentence}`);
  });
});

describe("a key never shows", () => {
  const secret = "k-1234";
  it.each([
    ["getQuery", secret],
    ["getCookie", secret],
    ["getHeader", secret],
    ["getWhole", secret],
    ["getLogin", secret],
    ["getLogin", btoa(`someone:${secret}`)],
  ])("in the error, the events and the cause of %s: %s", async (id, told) => {
    const credentials = {
      header_key: secret,
      whole: `Custom ${secret}`,
      "query-key": secret,
      session: secret,
      login: { username: "someone", password: secret },
    };
    const events: unknown[] = [];
    const fetch = recordingFetch(
      () => {
        throw new TypeError(`cannot fetch https://thing.example.com/?k=${told}`, { cause: new Error(told) });
      },
      Response.json({ detail: `the key ${told} is not known` }, { status: 400 }),
    );
    const { client } = feature.client({ credentials, retry: false, onEvent: (event: unknown) => void events.push(event) }, fetch);
    const errors = [await caught(client[id]?.({})), await caught(client[id]?.({}))];
    expect(errors).toMatchObject([{ code: "connection-failed" }, { code: "api-error" }]);
    const shown = errors
      .map((error) => `${(error as Error).stack} ${JSON.stringify(error)} ${String(((error as Error).cause as Error | undefined)?.stack)}`)
      .join();
    expect(shown + JSON.stringify(events)).not.toContain(told);
    expect(events.length).toBeGreaterThan(4);
  });
});

describe("a contract with several bearer schemes", () => {
  it("names each token, so that none is sent in place of another", async () => {
    const { client, files } = await make(
      contract(
        operationAt("getUser", "security: [{ user: [] }]") + operationAt("getAdmin", "security: [{ admin: [] }]"),
        "components:\n  securitySchemes:\n    user: { type: http, scheme: bearer }\n    admin: { type: openIdConnect, openIdConnectUrl: https://thing.example.com/oidc }\n",
      ),
    ).then((made) => ({ ...made.client({ token: "t", credentials: { user: () => "u" } }), files: made.files, fetch: undefined }));
    await client["getUser"]?.();
    await expect(client["getAdmin"]?.()).rejects.toMatchObject({ code: "missing-token", option: "credentials.admin" });
    expect(files["client.ts"]).toContain('readonly admin?: ClientOptions["token"] | undefined;');
  });
});

function caught(work: Promise<unknown> | undefined): Promise<unknown> {
  return Promise.resolve(work).then(
    () => undefined,
    (error: unknown) => error,
  );
}
