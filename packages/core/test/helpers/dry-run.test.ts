import { inspect } from "node:util";
import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it, vi } from "vitest";
import type { Operation } from "../../src/client.ts";
import { DryRunError, dryRun, type Middleware } from "../../src/index.ts";
import { baseUrl, callOf, caught, createThing, deleteThing, getThing, issueThing, rawOf } from "../support.ts";

const withSecrets = {
  ...createThing,
  secrets: { request: { password: true, fields: [{ value: true, details: { history: true } }] } },
} as const satisfies Operation;

/** A call of an operation in a dry run, and what it printed and sent. */
async function rehearsed(operation: Operation, input: unknown, before: readonly Middleware[] = []) {
  const lines: string[] = [];
  const fetch = recordingFetch(jsonResponse(200, { id: "a" }));
  const middleware = [...before, dryRun({ print: (line) => lines.push(line) })];
  const outcome: unknown = await callOf(operation, { fetch, middleware })(input).catch((error: unknown) => error);
  return { outcome, lines, requests: fetch.requests };
}

describe("dryRun", () => {
  it("prints a write, does not send it, and rejects it", async () => {
    const { outcome, lines, requests } = await rehearsed(createThing, { body: { name: "a" } });
    expect(requests).toEqual([]);
    expect(lines).toEqual(['would send POST /v1/things {"name":"a"}']);
    expect(outcome).toBeInstanceOf(DryRunError);
    expect(outcome).toMatchObject({
      name: "DryRunError",
      code: "dry-run",
      operationId: "createThing",
      message: "createThing was not sent, because this is a dry run: POST /v1/things",
      request: { method: "POST", path: "/v1/things", body: { name: "a" } },
    });
  });

  it("masks what the contract calls a secret, in what it prints and in the error", async () => {
    const body = {
      password: "sentinel",
      fields: [{ id: "a", value: "sentinel" }, { id: "b", value: 5, details: { history: ["sentinel"], strength: 1 } }, null],
    };
    const { outcome, lines } = await rehearsed(withSecrets, { body });
    expect(lines).toEqual([
      'would send POST /v1/things {"password":"[secret]","fields":[{"id":"a","value":"[secret]"},{"id":"b","value":"[secret]","details":{"history":"[secret]","strength":1}},null]}',
    ]);
    expect(`${inspect(outcome, { depth: 9, showHidden: true })} ${JSON.stringify(outcome)}`).not.toContain("sentinel");
  });

  it("prints control characters as escapes, of which JSON makes the same body", async () => {
    const body = { name: "a\u009b2J\u202e" };
    const { lines } = await rehearsed(createThing, { body });
    expect(lines).toEqual(['would send POST /v1/things {"name":"a\\u009b2J\\u202e"}']);
    expect(JSON.parse(lines[0]?.replace(/^[^{]*/, "") ?? "")).toEqual(body);
  });

  it("waits for what prints, and rejects with its error", async () => {
    let write = (): void => {};
    const written = new Promise<void>((resolve) => (write = resolve));
    let isRejected = false;
    const remove = (print: () => Promise<void>) => callOf(deleteThing, { fetch: recordingFetch(), middleware: [dryRun({ print })] })({ thingId: "a" });
    const rejected = caught(remove(() => written)).finally(() => (isRejected = true));
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    expect(isRejected).toBe(false);
    write();
    expect(await rejected).toMatchObject({ code: "dry-run" });
    const full = new Error("the disk is full");
    expect(await caught(remove(() => Promise.reject(full)))).toBe(full);
  });

  it("sends reads, and requests for tokens", async () => {
    expect((await rehearsed(getThing, { thingId: "a" })).outcome).toEqual({ id: "a" });
    const poll = { ...createThing, id: "listThings", retry: "safe" } as const satisfies Operation;
    expect((await rehearsed(poll, { body: { limit: 5 } })).requests).toHaveLength(1);
    expect((await rehearsed(issueThing, { clientId: "app", clientSecret: "sentinel", body: { grant_type: "client_credentials" } })).lines).toEqual([]);
  });

  it("needs no body, and hides the path of an address from a response", async () => {
    expect((await rehearsed(deleteThing, { thingId: "a b" })).lines).toEqual(["would send DELETE /v1/things/a%20b"]);
    const fire = { ...deleteThing, id: "fireThing", path: "", pathParameters: undefined, address: "href" } as unknown as Operation;
    const { outcome, lines } = await rehearsed(fire, { href: `${baseUrl}/signals/sentinel` });
    expect(lines).toEqual(["would send DELETE /[redacted]"]);
    expect(inspect(outcome, { depth: 9 })).not.toContain("sentinel");
  });

  it("sees what the middleware before it changes, and shows no body that is not JSON", async () => {
    const other: Middleware = async (request, next) => next({ ...request, body: "sentinel" });
    expect((await rehearsed(withSecrets, { body: { name: "a" } }, [other])).lines).toEqual(['would send POST /v1/things "[body]"']);
  });

  it("still rejects bad input", async () => {
    const { outcome, lines } = await rehearsed(deleteThing, {});
    expect(outcome).toMatchObject({ name: "ArgumentError" });
    expect(lines).toEqual([]);
  });

  it("rejects the raw method as well, and prints on the console by default", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    try {
      const error = await caught(rawOf(deleteThing, { fetch: recordingFetch(), middleware: [dryRun()] })({ thingId: "a" }));
      expect(error).toMatchObject({ code: "dry-run" });
      expect(log.mock.calls).toEqual([["would send DELETE /v1/things/a"]]);
    } finally {
      log.mockRestore();
    }
  });

  it.each([
    [{ print: "stdout" }, "dryRun: print must be a function; got a string of 6 characters"],
    [{ log: () => {} }, "log is not an option of dryRun; its options are print"],
    [null, "the options of dryRun must be an object; got null"],
  ])("rejects the options %j", (options, message) => {
    expect(() => dryRun(options as never)).toThrow(expect.objectContaining({ name: "ConfigurationError", message }));
  });
});
