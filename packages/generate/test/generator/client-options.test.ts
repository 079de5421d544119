import { describe, expect, it } from "vitest";
import { make } from "../made.ts";
import { operationAt, yamlOf } from "./yaml-contract.ts";

const feature = await make(
  yamlOf(`servers:
  - url: https://thing.invalid
security: [{ key: [] }]
paths:
${operationAt("getThing", "")}${operationAt("getUser", "security: [{ login: [] }]")}${operationAt("getUpload", "servers: [{ url: https://uploads.invalid, x-name: uploads }]")}components:
  securitySchemes:
    key: { type: apiKey, in: header, name: x-key }
    login: { type: http, scheme: basic }
`),
);

describe("the types of a client's options", () => {
  it("know the credentials and the servers of the contract, and nothing else", () => {
    const program = `import { createThingClient } from "./client.ts";
const baseUrl = "https://thing.example.com";
const uploads = { baseUrl, credentials: { key: process.env["KEY"] }, headers: { a: "b" } };
export const client = createThingClient({ baseUrl, credentials: { key: "k", login: { username: "u", password: "p" } }, servers: { uploads } });
export const done: Promise<void> = client.getUser({ timeoutMs: 5 });
createThingClient({ baseUrl });
createThingClient({ baseUrl, servers: { uploads, others: uploads } });
createThingClient({ baseUrl, servers: { uploads }, credentials: { login: { username: "u" } } });
createThingClient({ baseUrl, servers: { uploads }, credentials: { kee: "k" } });
`;
    expect(feature.typeErrors(program)).toEqual([
      expect.stringMatching(/^use\.ts:6: .*Property 'servers' is missing/),
      expect.stringMatching(/^use\.ts:7: .*'others' does not exist/),
      expect.stringMatching(/^use\.ts:8: .*Property 'password' is missing/),
      expect.stringMatching(/^use\.ts:9: .*'kee' does not exist/),
    ]);
  });

  it("are those of the example in the factory's documentation", () => {
    expect(feature.files["client.ts"]).toContain(
      ' * const thing = createThingClient({ baseUrl: "https://thing.example.com", credentials: { key: process.env.KEYWRIGHT_THING_KEY, login: { username: "ada", password: process.env.KEYWRIGHT_THING_LOGIN_PASSWORD ?? "" } }, servers: { uploads: { baseUrl: "https://uploads.example.com", credentials: { key: process.env.KEYWRIGHT_THING_KEY } } } });\n * await thing.getThing();\n',
    );
  });
});
