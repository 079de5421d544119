import { describe, expect, it } from "vitest";
import { readNamedEnvironment } from "../../src/node.ts";

const contract = {
  service: "billing",
  prefix: "KEYWRIGHT_BILLING",
  hasToken: true,
  credentials: { accountKey: { type: "key", variable: "ACCOUNT_KEY" }, login: { type: "basic", variable: "LOGIN" } },
  servers: { files: "FILES" },
} as const;
const urls = { KEYWRIGHT_BILLING_URL: "https://billing.example.com/v1", KEYWRIGHT_BILLING_FILES_URL: "https://files.example.com" };
const read = (env: object): unknown => readNamedEnvironment(contract, { env: env as NodeJS.ProcessEnv });

describe("the environment of a service with named credentials and several servers", () => {
  it("sends each credential from its own variables to the server that they name", () => {
    const given = {
      KEYWRIGHT_BILLING_ACCOUNT_KEY: "k-1",
      KEYWRIGHT_BILLING_LOGIN_USERNAME: "ada",
      KEYWRIGHT_BILLING_LOGIN_PASSWORD: "p-1",
      KEYWRIGHT_BILLING_FILES_TOKEN: "t-1",
    };
    expect(read({ ...urls, ...given })).toEqual({
      baseUrl: "https://billing.example.com/v1",
      credentials: { accountKey: "k-1", login: { username: "ada", password: "p-1" } },
      servers: { files: { baseUrl: "https://files.example.com", token: "t-1" } },
    });
  });

  it.each([
    ["an address", { KEYWRIGHT_BILLING_TOKEN: "t" }, "the environment lacks KEYWRIGHT_BILLING_URL"],
    ["the address of a server", { ...urls, KEYWRIGHT_BILLING_TOKEN: "t", KEYWRIGHT_BILLING_FILES_URL: "" }, "lacks KEYWRIGHT_BILLING_FILES_URL"],
    ["every credential", urls, "lacks KEYWRIGHT_BILLING_TOKEN or KEYWRIGHT_BILLING_ACCOUNT_KEY or KEYWRIGHT_BILLING_LOGIN_USERNAME"],
    ["a user name", { ...urls, KEYWRIGHT_BILLING_LOGIN_PASSWORD: "p" }, "lacks KEYWRIGHT_BILLING_LOGIN_USERNAME"],
    [
      "one of two tokens, because both are set",
      { ...urls, KEYWRIGHT_BILLING_TOKEN: "t", KEYWRIGHT_BILLING_TOKEN_FILE: "f" },
      "the environment has KEYWRIGHT_BILLING_TOKEN and KEYWRIGHT_BILLING_TOKEN_FILE",
    ],
  ])("names the variables that lack: %s", (_what, env, message) => {
    expect(() => read(env)).toThrow(message);
  });
});
