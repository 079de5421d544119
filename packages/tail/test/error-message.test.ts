import { CheckpointError, ConfigurationError, InvalidResponseError, TimeoutError, TokenError } from "@keywright/core";
import { describe, expect, it } from "vitest";
import { errorMessage } from "../src/lib/report/error-message.ts";

describe("the message of an error of Postgres", () => {
  it.each([
    [
      "28P01",
      "password authentication failed",
      "its server rejects the user or the password. Check the address, and the password of the sink in the environment",
    ],
    ["3D000", 'database "audit" does not exist', "its server has no such database. Create it, or correct the address"],
    ["42501", "permission denied for table keywright_events", "its user lacks a privilege. Grant it, or use another user"],
    [
      undefined,
      "SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string",
      "its server asks for a password. Set the password of the sink in the environment",
    ],
  ])("with the code %s says what to do: %s", (code, message, advice) => {
    const cause = Object.assign(new Error(message), { code });
    expect(errorMessage(new CheckpointError("checkpoint-unavailable", "the checkpoint a cannot be acquired", { cause }), [])).toBe(
      `the checkpoint a cannot be acquired: ${advice}`,
    );
  });
});

describe("the message of an error", () => {
  it.each<[string, Error, string]>([
    ["that is none of the library's stays", new Error("since when? baseUrl"), "since when? baseUrl"],
    ["names the flag of an option", new ConfigurationError("invalid-configuration", "since must be a time", { option: "since" }), "--since must be a time"],
    [
      "names the flag in the advice, and leaves a path as it is",
      new CheckpointError("checkpoint-damaged", "the checkpoint /since/a is empty", {
        option: "since",
        advice: "start at a time with since. It was left as it is",
      }),
      "the checkpoint /since/a is empty: start at a time with --since. It was left as it is",
    ],
    [
      "names the variables of all services in use",
      new ConfigurationError("invalid-configuration", "baseUrl must not hold a query or fragment", { option: "baseUrl", advice: "remove it" }),
      "KEYWRIGHT_EVENTS_URL or KEYWRIGHT_MANAGEMENT_URL must not hold a query or fragment: remove it",
    ],
    [
      "names the address of a sink",
      new ConfigurationError("invalid-configuration", "redirects are not followed", { option: "url", advice: "set url to the final address" }),
      "redirects are not followed: set the sink's address to the final address",
    ],
    [
      "names the variable of a client id",
      new ConfigurationError("invalid-configuration", "clientId must be text", { option: "clientId" }),
      "KEYWRIGHT_MANAGEMENT_CLIENT_ID must be text",
    ],
    [
      "names the variable of the token endpoint",
      new TokenError("no-token", "no token from a: rejected (status 404)", { option: "tokenUrl", advice: "check tokenUrl" }),
      "no token from a: rejected (status 404): check KEYWRIGHT_MANAGEMENT_URL",
    ],
    [
      "has no advice on an option that the command does not have",
      new TimeoutError("timeout", "a got no complete response within 15000 ms", {
        timeoutMs: 15_000,
        outcome: "unknown",
        option: "timeoutMs",
        advice: "raise timeoutMs if the service needs longer",
      }),
      "a got no complete response within 15000 ms",
    ],
    [
      "has the command's own advice in its place",
      new InvalidResponseError("response-too-large", "a is larger than 5 bytes", {
        status: 200,
        option: "maxResponseBytes",
        advice: "raise maxResponseBytes, or request less",
      }),
      "a is larger than 5 bytes: increase --max-page-bytes, for example to 128M",
    ],
    [
      "has the command's own advice on a store that does not work",
      new CheckpointError("checkpoint-unavailable", "the checkpoint a cannot be locked: its file system has no locks", {
        option: "store",
        advice: "choose another place, or another store",
      }),
      "the checkpoint a cannot be locked: its file system has no locks: use another folder",
    ],
  ])("%s", (_what, error, message) => {
    expect(errorMessage(error, ["events", "management"])).toBe(message);
  });
});
