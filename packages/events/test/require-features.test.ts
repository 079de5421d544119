import { expectRejected, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { type FeatureName, requireFeatures } from "../src/index.ts";
import { clientOn } from "./support.ts";

const token = { uuid: "LSMSHGFAABQP6KYYNE7MWQZOHN", issued_at: "2026-02-02T09:30:00Z", features: ["auditevents", "laterfeature"] };
const responded = (body: unknown) => clientOn(recordingFetch(jsonResponse(200, body)));

describe("requireFeatures", () => {
  it("sends one introspect request and returns the service's response", async () => {
    const fetch = recordingFetch(jsonResponse(200, token));
    await expect(requireFeatures(clientOn(fetch), ["auditevents"])).resolves.toEqual(token);
    expect(fetch.requests).toEqual([
      {
        method: "GET",
        url: "https://events.example.com/api/v2/auth/introspect",
        headers: { accept: "application/json", authorization: "Bearer token-1" },
        body: undefined,
      },
    ]);
  });

  it("reports which features the token lacks, in the requested order, each once", async () => {
    const error: unknown = await requireFeatures(responded(token), ["signinattempts", "auditevents", "itemusages", "signinattempts"]).catch(
      (caught: unknown) => caught,
    );
    expect(error).toMatchObject({
      name: "MissingFeatureError",
      code: "missing-feature",
      operationId: "introspect",
      missingFeatures: ["signinattempts", "itemusages"],
      message: "the token lacks signinattempts, itemusages: it has auditevents; use a token that has all of them",
    });
  });

  it("leaves features that the contract does not have out of its message", async () => {
    await expect(requireFeatures(responded({ ...token, features: ["token-1\nforged line"] }), ["itemusages"])).rejects.toThrow(
      "the token lacks itemusages: it has none of the known features; use a token that has all of them",
    );
  });

  it.each([
    ["a feature that is not known", ["auditevent"], "requireFeatures: features has an unknown one; they are auditevents, itemusages, signinattempts"],
    [
      "one that is not known beside one that is",
      ["auditevents", "auditevent"],
      "requireFeatures: features has an unknown one; they are auditevents, itemusages, signinattempts",
    ],
    ["no feature", [], "requireFeatures: features must name at least one; they are auditevents, itemusages, signinattempts"],
    ["a name in place of a list", "auditevents", "requireFeatures: features must be an array; they are auditevents, itemusages, signinattempts"],
  ])("rejects %s before any request", async (_what, features, message) => {
    const error = await expectRejected((fetch) => requireFeatures(clientOn(fetch), features as FeatureName[]));
    expect(error).toMatchObject({ message, argument: "features" });
  });

  it.each([
    ["an answer without features", { uuid: "a" }],
    ["features in one text", { ...token, features: "auditevents" }],
    ["null", null],
  ])("rejects %s as a response of the service", async (_what, body) => {
    await expect(requireFeatures(responded(body), ["auditevents"])).rejects.toMatchObject({
      name: "InvalidResponseError",
      code: "unexpected-content",
      status: 200,
      message: "introspect: the response has no list of the token's features",
    });
  });

  it("passes on the error of an invalid token", async () => {
    const client = clientOn(recordingFetch(jsonResponse(401, { status: 401, message: "The token is not valid" })));
    await expect(requireFeatures(client, ["auditevents"])).rejects.toMatchObject({ name: "ApiError", status: 401 });
  });

  it("rejects with the reason of a signal that has fired, and sends nothing", async () => {
    const fetch = recordingFetch();
    const reason = new Error("the caller is gone");
    await expect(requireFeatures(clientOn(fetch), ["auditevents"], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(fetch.requests).toEqual([]);
  });
});
