import { recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { readConnectionFailure } from "../../../src/lib/call/stages/connection-failure.ts";
import { callOf, caught, createThing, getThing } from "../../support.ts";

/** What Node's `fetch` throws. */
function failed(code: string, message = `connect ${code} 127.0.0.1:443`): TypeError {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(message), { code }) });
}

describe("a request that got no response", () => {
  it.each(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"])("was certainly not sent if the reason is %s", (code) => {
    expect(readConnectionFailure(failed(code))).toEqual({ code, reason: code, outcome: "not-sent", isUntrusted: false, isStale: false });
  });

  // A network that becomes unreachable breaks connections, too, on which a request has gone out.
  it.each([
    "ECONNRESET",
    "EPIPE",
    "ETIMEDOUT",
    "EHOSTUNREACH",
    "ENETUNREACH",
    "UND_ERR_SOCKET",
    "UND_ERR_HEADERS_TIMEOUT",
    "UND_ERR_BODY_TIMEOUT",
    "HPE_INVALID_CONSTANT",
    "UND_ERR_HEADERS_OVERFLOW",
  ])("may have arrived if the reason is %s", (code) => {
    expect(readConnectionFailure(failed(code))).toEqual({ code, reason: code, outcome: "unknown", isUntrusted: false, isStale: false });
  });

  it.each([
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "CERT_HAS_EXPIRED",
    "CERT_NOT_YET_VALID",
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
    "UNABLE_TO_GET_CRL",
    "CRL_HAS_EXPIRED",
    "ERROR_IN_CRL_NEXT_UPDATE_FIELD",
    "INVALID_CA",
    "INVALID_PURPOSE",
    "PATH_LENGTH_EXCEEDED",
    "HOSTNAME_MISMATCH",
    "UNSPECIFIED",
  ])("was not sent to one that could not prove who it is: %s", (code) => {
    expect(readConnectionFailure(failed(code))).toEqual({ code, reason: code, outcome: "not-sent", isUntrusted: true, isStale: false });
  });

  // These break connections at any time, also after the request.
  it.each(["EPROTO", "ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC"])(
    "is not retried, and may have arrived, if TLS broke: %s",
    (code) => {
      expect(readConnectionFailure(failed(code))).toEqual({ code, reason: code, outcome: "unknown", isUntrusted: true, isStale: false });
    },
  );

  it("is judged by any of several addresses that were tried", () => {
    const tried = ["ETIMEDOUT", "ECONNREFUSED"].map((code) => Object.assign(new Error("connect"), { code }));
    expect(readConnectionFailure(new TypeError("fetch failed", { cause: new AggregateError(tried) }))).toMatchObject({
      reason: "ECONNREFUSED",
      outcome: "not-sent",
    });
  });

  it("is judged through causes of causes, and through a cause that is its own", () => {
    const deep = new Error("outer", { cause: new Error("middle", { cause: failed("ECONNREFUSED") }) });
    expect(readConnectionFailure(deep)).toMatchObject({ reason: "ECONNREFUSED", outcome: "not-sent" });
    const circle = new Error("circle");
    circle.cause = circle;
    expect(readConnectionFailure(circle)).toEqual({ code: "", reason: "circle", outcome: "unknown", isUntrusted: false, isStale: false });
  });

  it.each([
    ["the innermost message of an error without a code", new TypeError("Load failed", { cause: new Error("the network is gone") }), "the network is gone"],
    ["an error's message", new TypeError("Failed to fetch"), "Failed to fetch"],
    ["no more than that it failed, for what is no error", { message: "sentinel" }, "the transport failed"],
    ["the same for a text", "sentinel", "the transport failed"],
    ["the same for nothing", undefined, "the transport failed"],
    ["the message where the code is no text", Object.assign(new Error("old style"), { code: 7 }), "old style"],
  ])("has the reason %s", (_what, error, reason) => {
    expect(readConnectionFailure(error)).toEqual({ code: "", reason, outcome: "unknown", isUntrusted: false, isStale: false });
  });
});

describe("the error of a request that got no response", () => {
  const messageOf = async (operation: typeof getThing | typeof createThing, error: unknown): Promise<unknown> => {
    const fetch = recordingFetch(() => Promise.reject(error));
    return caught(callOf(operation, { fetch, retry: false })(operation.id === "getThing" ? { thingId: "a" } : { body: {} }));
  };

  it.each([
    [
      getThing,
      "ECONNREFUSED",
      "getThing got no response from https://service.example.com (ECONNREFUSED): check that baseUrl is the service's own address and can be reached",
      "connection-failed",
      "not-sent",
    ],
    [
      createThing,
      "ECONNREFUSED",
      "createThing got no response from https://service.example.com (ECONNREFUSED); nothing was sent: check that baseUrl is the service's own address and can be reached",
      "connection-failed",
      "not-sent",
    ],
    [getThing, "ECONNRESET", "getThing got no response from https://service.example.com (ECONNRESET)", "connection-failed", "unknown"],
    [
      createThing,
      "ECONNRESET",
      "createThing got no response from https://service.example.com (ECONNRESET); the service may have acted",
      "connection-failed",
      "unknown",
    ],
    [
      createThing,
      "CERT_HAS_EXPIRED",
      "createThing got no response from https://service.example.com (CERT_HAS_EXPIRED); nothing was sent: check the address and its certificate",
      "untrusted-connection",
      "not-sent",
    ],
  ] as const)("of %s with %s says what is known and what to do", async (operation, reason, message, code, outcome) => {
    expect(await messageOf(operation, failed(reason))).toMatchObject({
      name: "ConnectionError",
      message,
      code,
      outcome,
      operationId: operation.id,
      attempts: 1,
    });
  });

  it("keeps the platform's own words and code as its cause", async () => {
    const error = await messageOf(getThing, failed("ECONNRESET", "read ECONNRESET"));
    expect(error).toMatchObject({
      cause: { name: "TypeError", message: "fetch failed", cause: { name: "Error", message: "read ECONNRESET", code: "ECONNRESET" } },
    });
  });
});
