import document from "@keywright/management/openapi.json" with { type: "json" };
import { documentedResponses, expectDocumented, expectRejected, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { operations } from "../src/generated/operations.ts";
import { createManagementClient, type IssueTokenInput, type TokenRequest } from "../src/index.ts";
import { baseUrl, clientOn } from "./support.ts";

const input = {
  clientId: "example-client",
  clientSecret: "example-secret",
  body: { grant_type: "client_credentials", scope: "People.Write Workflows.Runs.Read" },
} as const satisfies IssueTokenInput;

const issued = () => jsonResponse(200, { access_token: "example-access-token-1", token_type: "Bearer", expires_in: 3600, scope: "People.Write" });

describe("issueToken", () => {
  it("sends the grant as a form, with the client's credentials in the header", async () => {
    const fetch = recordingFetch(issued());
    await clientOn(fetch).issueToken(input);
    expect(fetch.requests).toEqual([
      {
        method: "POST",
        url: "https://management.example.com/connect/token",
        headers: {
          accept: "application/json",
          authorization: "Basic ZXhhbXBsZS1jbGllbnQ6ZXhhbXBsZS1zZWNyZXQ=",
          "content-type": "application/x-www-form-urlencoded",
        },
        body: "grant_type=client_credentials&scope=People.Write+Workflows.Runs.Read",
      },
    ]);
  });

  const grants: readonly (readonly [TokenRequest, string])[] = [
    [{ grant_type: "client_credentials" }, "grant_type=client_credentials"],
    [
      { grant_type: "client_credentials", scope: "AuditLog.Read", client_id: "client id", client_secret: "pä&=%+ss" },
      "grant_type=client_credentials&scope=AuditLog.Read&client_id=client+id&client_secret=p%C3%A4%26%3D%25%2Bss",
    ],
    [
      { grant_type: "authorization_code", code: "a/b+c==", redirect_uri: "https://app.example.com/callback?step=1&next=2" },
      "grant_type=authorization_code&code=a%2Fb%2Bc%3D%3D&redirect_uri=https%3A%2F%2Fapp.example.com%2Fcallback%3Fstep%3D1%26next%3D2",
    ],
    [
      {
        grant_type: "authorization_code",
        code: "code-1",
        redirect_uri: "http://127.0.0.1:8080/",
        scope: "AuditLog.Read offline_access",
        client_id: "a",
        client_secret: "b",
      },
      "grant_type=authorization_code&code=code-1&redirect_uri=http%3A%2F%2F127.0.0.1%3A8080%2F&scope=AuditLog.Read+offline_access&client_id=a&client_secret=b",
    ],
    [{ grant_type: "refresh_token", refresh_token: "example~refresh*token" }, "grant_type=refresh_token&refresh_token=example%7Erefresh*token"],
    [
      { grant_type: "refresh_token", refresh_token: "r", scope: "AuditLog.Read", client_id: "a", client_secret: "b" },
      "grant_type=refresh_token&refresh_token=r&scope=AuditLog.Read&client_id=a&client_secret=b",
    ],
  ];

  it.each(grants)("writes the form %j as it is documented", async (body, form) => {
    const fetch = recordingFetch(issued());
    await clientOn(fetch).issueToken({ ...input, body });
    expect(fetch.requests.map((request) => request.body)).toEqual([form]);
    expect(fetch.requests[0]?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
  });

  it("leaves undefined properties out of the form", async () => {
    const fetch = recordingFetch(issued());
    // As a program in plain JavaScript gives it; the types ask to leave the member out.
    const body: TokenRequest = { grant_type: "refresh_token", refresh_token: "r", scope: undefined as unknown as string };
    await clientOn(fetch).issueToken({ ...input, body });
    expect(fetch.requests[0]?.body).toBe("grant_type=refresh_token&refresh_token=r");
  });

  // RFC 7617 §2 and §2.1 give the first two.
  it.each([
    ["Aladdin", "open sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="],
    ["test", "123£", "Basic dGVzdDoxMjPCow=="],
    ["klient-ä", "пароль-🔑", "Basic a2xpZW50LcOkOtC/0LDRgNC+0LvRjC3wn5SR"],
    ["example-client", ":a:b:", "Basic ZXhhbXBsZS1jbGllbnQ6OmE6Yjo="],
    ["example-client", " leading and trailing ", "Basic ZXhhbXBsZS1jbGllbnQ6IGxlYWRpbmcgYW5kIHRyYWlsaW5nIA=="],
    ["client id+/%&=", "p%20w+d=&", "Basic Y2xpZW50IGlkKy8lJj06cCUyMHcrZD0m"],
  ])("writes the credentials %j and %j as RFC 7617 does, without percent-encoding", async (clientId, clientSecret, header) => {
    const fetch = recordingFetch(issued());
    await clientOn(fetch).issueToken({ ...input, clientId, clientSecret });
    expect(fetch.requests[0]?.headers["authorization"]).toBe(header);
  });

  it("requests no bearer token", async () => {
    const fetch = recordingFetch(issued(), issued());
    const getToken = (): string => {
      throw new Error("a token was asked for");
    };
    await createManagementClient({ baseUrl, fetch, token: getToken }).issueToken(input);
    await createManagementClient({ baseUrl, fetch, token: { getToken } }).issueToken(input);
    expect(fetch.requests.map(({ headers }) => headers["authorization"])).toEqual(Array(2).fill("Basic ZXhhbXBsZS1jbGllbnQ6ZXhhbXBsZS1zZWNyZXQ="));
  });

  it("works on a client that has no token", async () => {
    const fetch = recordingFetch(issued());
    await expect(createManagementClient({ baseUrl, fetch }).issueToken(input)).resolves.toMatchObject({ access_token: "example-access-token-1" });
  });

  it.each([
    ["a colon in the client id, where it would end (RFC 7617 §2)", { clientId: "example:client" }, "clientId"],
    ["an empty client id", { clientId: "" }, "clientId"],
    ["an empty client secret", { clientSecret: "" }, "clientSecret"],
    ["a missing client secret", { clientSecret: undefined }, "clientSecret"],
    ["a line break at the end of a secret, as files have one (RFC 7617 §2: no control characters)", { clientSecret: "example-secret\n" }, "clientSecret"],
    ["a header behind a secret", { clientSecret: "example-secret\r\nx: 1" }, "clientSecret"],
    ["NUL in a secret", { clientSecret: "example-secret\0" }, "clientSecret"],
    ["a tab in the client id (RFC 7617 §2: no control characters)", { clientId: "example\tclient" }, "clientId"],
    ["half a surrogate pair in a secret, which has no bytes", { clientSecret: "example-secret-\ud83d" }, "clientSecret"],
    ["two spaces between scopes", { body: { grant_type: "client_credentials", scope: "People.Write  AuditLog.Read" } }, "body.scope"],
    ["an empty scope", { body: { grant_type: "client_credentials", scope: "" } }, "body.scope"],
    ["an empty refresh token", { body: { grant_type: "refresh_token", refresh_token: "" } }, "body.refresh_token"],
    ["a body of null", { body: null }, "body"],
    ["a missing body", { body: undefined }, "body"],
  ])("rejects %s before anything is sent", async (_what, wrong, argument) => {
    const error = await expectRejected((fetch) => clientOn(fetch).issueToken({ ...input, ...wrong } as IssueTokenInput));
    expect(error).toMatchObject({ code: "invalid-argument", operationId: "issueToken", argument });
    expect(inspect(error, { showHidden: true })).not.toMatch(/example:client|example-secret/);
  });

  it.each(documentedResponses(document, operations.issueToken))("handles status $status ($example) as documented", async (answer) => {
    await expectDocumented(answer, (fetch) => clientOn(fetch).issueToken(input));
  });

  it("says in the error's message why no token was issued, also for an unknown reason", async () => {
    const fetch = recordingFetch(jsonResponse(400, { error: "invalid_scope" }), jsonResponse(400, { error: "slow_down", error_description: "Too soon" }));
    const client = clientOn(fetch);
    await expect(client.issueToken(input)).rejects.toThrow("issueToken failed with status 400: invalid_scope");
    await expect(client.issueToken(input)).rejects.toMatchObject({ message: "issueToken failed with status 400: Too soon", body: { error: "slow_down" } });
  });

  it("does not mention a token if id and secret were rejected", async () => {
    const fetch = recordingFetch(jsonResponse(401, { error: "invalid_client" }, { "www-authenticate": 'Basic realm="token"' }));
    await expect(clientOn(fetch).issueToken(input)).rejects.toThrow(/^issueToken failed with status 401: invalid_client(?!.*\btoken\b)/);
  });

  it("keeps credentials and form out of the error", async () => {
    const fetch = recordingFetch(jsonResponse(401, { error: "invalid_client" }, { "www-authenticate": 'Basic realm="token"' }));
    const error: unknown = await clientOn(fetch)
      .issueToken({ ...input, body: { grant_type: "refresh_token", refresh_token: "example-refresh-token-1" } })
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: "ApiError", status: 401 });
    expect(inspect(error, { depth: 10, showHidden: true }) + JSON.stringify(error)).not.toMatch(/example-secret|ZXhhbXBsZS1jbGllbnQ6|example-refresh-token-1/);
  });

  it("masks a secret that the service repeats", async () => {
    const fetch = recordingFetch(jsonResponse(400, { error: "invalid_client", error_description: "The secret example-secret of example-client is wrong" }));
    const error: unknown = await clientOn(fetch)
      .issueToken(input)
      .catch((caught: unknown) => caught);
    expect(inspect(error)).not.toMatch(/example-secret|example-client/);
    expect(error).toMatchObject({ name: "ApiError", status: 400, body: { error: "invalid_client" } });
  });

  it("passes on undocumented properties of the response", async () => {
    const answer = { access_token: "t", token_type: "Bearer", expires_in: 3599, scope: "", id_token: "later", nested: { deep: [1] } };
    await expect(clientOn(recordingFetch(jsonResponse(200, answer))).issueToken(input)).resolves.toEqual(answer);
  });

  it("returns status and headers with raw", async () => {
    const fetch = recordingFetch(jsonResponse(200, { access_token: "t", token_type: "Bearer", expires_in: 3600, scope: "" }, { "cache-control": "no-store" }));
    const { status, headers, body: data } = await clientOn(fetch).raw.issueToken(input);
    expect([status, headers.get("cache-control"), data.expires_in]).toEqual([200, "no-store", 3600]);
  });
});
