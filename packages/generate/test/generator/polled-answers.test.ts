import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { make } from "../made.ts";
import { responseWith, contractOf, operation } from "./thing-contract.ts";

const schemas = {
  Job: {
    type: "object",
    description: "A job.",
    required: ["id", "state"],
    properties: { id: { type: "string", description: "Its id." }, state: { type: "string", description: "Its state." } },
  },
  Report: { type: "object", description: "A report.", required: ["rows"], properties: { rows: { type: "integer", description: "Its size." } } },
};
const body = (name: string, value: object): object => ({
  "application/json": { schema: { $ref: `#/components/schemas/${name}` }, examples: { one: { value } } },
});
const job = body("Job", { id: "a", state: "running" });
const location = { headers: { Location: { description: "Where the job is.", schema: { type: "string" }, example: "/jobs/a" } } };
const write = { "x-retry": "never" };
const id = { name: "id", in: "path", required: true, description: "The job.", schema: { type: "string" }, example: "a" };

const contract = {
  schemas,
  paths: {
    "/by-state": {
      post: operation(
        "createByState",
        { "202": responseWith(job) },
        { ...write, "x-poll": { operation: "getJob", input: { id: "/id" }, state: "/state", done: ["done"], failed: ["failed"] } },
      ),
    },
    "/by-status": {
      post: operation("createByStatus", { "202": { description: "Accepted.", ...location } }, { ...write, "x-poll": { operation: "getReport" } }),
    },
    "/alone": {
      post: operation(
        "createAlone",
        { "202": responseWith(job) },
        { ...write, "x-poll": { operation: "getAlone", input: {}, state: "/state", done: ["done"] } },
      ),
      get: operation("getAlone", { "200": responseWith(job) }),
    },
    "/jobs/{id}": { get: operation("getJob", { "200": responseWith(job) }, { parameters: [id] }) },
    "/reports/{id}": {
      get: operation("getReport", { "200": responseWith(body("Report", { rows: 1 })), "202": { description: "The work goes on." } }, { parameters: [id] }),
    },
  },
};

const made = await make(contractOf(contract));

/** A clock whose waits are over at once, and that says how long they were; its timers may fire late. */
function quickClock(lateByMs = 0): { readonly waits: number[]; readonly clock: object } {
  const waits: number[] = [];
  let now = 0;
  const after = (delayMs: number, callback: () => void): object => {
    const timer = { cleared: false };
    // The waits of these tests are whole seconds, and no deadline is one of them.
    if ([1000, 2000, 5000].includes(delayMs))
      queueMicrotask(() => {
        if (timer.cleared) return;
        waits.push(delayMs);
        now += delayMs + lateByMs;
        callback();
      });
    return timer;
  };
  const clear = (timer: { cleared: boolean } | undefined): void => {
    if (timer !== undefined) timer.cleared = true;
  };
  return { waits, clock: { now: () => now, wallNow: () => now, after, clear, random: () => 0 } };
}

const running = (headers = {}): Response => jsonResponse(200, { id: "a", state: "running" }, headers);
const accepted = (headers = {}): Response => jsonResponse(202, { id: "a", state: "queued" }, headers);

describe("an operation whose result comes later", () => {
  it("polls the operation of the contract until its state says that it is there, and waits as the service asks", async () => {
    const { waits, clock } = quickClock();
    const fetch = recordingFetch(accepted({ "retry-after": "2" }), running({ "retry-after": "5" }), running(), jsonResponse(200, { id: "a", state: "done" }));
    expect(await made.client({ clock }, fetch).client["createByState"]?.()).toEqual({ id: "a", state: "done" });
    expect(fetch.requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
      "POST /by-state",
      "GET /jobs/a",
      "GET /jobs/a",
      "GET /jobs/a",
    ]);
    expect(waits).toEqual([2000, 5000, 1000]);
  });

  it("polls the address of Location while the service says 202", async () => {
    const { clock } = quickClock();
    const fetch = recordingFetch(
      new Response(null, { status: 202, headers: { location: "/reports/7" } }),
      new Response(null, { status: 202 }),
      jsonResponse(200, { rows: 3 }),
    );
    expect(await made.client({ clock }, fetch).client["createByStatus"]?.()).toEqual({ rows: 3 });
    expect(fetch.requests.map(({ url }) => url).slice(1)).toEqual(["https://thing.example.com/reports/7", "https://thing.example.com/reports/7"]);
  });

  it("does not call another origin", async () => {
    const fetch = recordingFetch(new Response(null, { status: 202, headers: { location: "https://elsewhere.example/reports/7" } }));
    await expect(made.client({ clock: quickClock().clock }, fetch).client["createByStatus"]?.()).rejects.toMatchObject({
      code: "malformed-response",
      status: 202,
      message: expect.stringContaining("createByStatus: the response with status 202 has a Location that is not at https://thing.example.com") as string,
    });
    expect(fetch.requests.length).toBe(1);
  });

  it.each([
    ["a relative path", "reports/7", "https://thing.example.com/v1/reports/7"],
    ["a query", "?id=7", "https://thing.example.com/v1/by-status?id=7"],
    ["a path from the root", "/reports/7", "https://thing.example.com/reports/7"],
  ])("resolves a Location that is %s against the address of the request", async (_what, sent, polled) => {
    const fetch = recordingFetch(new Response(null, { status: 202, headers: { location: sent } }), jsonResponse(200, { rows: 3 }));
    const client = made.client({ clock: quickClock().clock, baseUrl: "https://thing.example.com/v1/" }, fetch).client;
    expect(await client["createByStatus"]?.()).toEqual({ rows: 3 });
    expect(fetch.requests[1]?.url).toBe(polled);
  });

  it("polls an operation without input with the options of the call", async () => {
    const fetch = recordingFetch(accepted(), jsonResponse(200, { id: "a", state: "done" }));
    await made.client({ clock: quickClock().clock }, fetch).client["createAlone"]?.({ headers: { "x-trace": "one" } });
    expect(fetch.requests.map(({ method, headers }) => [method, headers["x-trace"]])).toEqual([
      ["POST", "one"],
      ["GET", "one"],
    ]);
  });

  it.each([0.5, 3])("says that the time is over if a timer fires %d ms late at its end", async (lateByMs) => {
    const fetch = recordingFetch(accepted({ "retry-after": "2" }));
    const { clock } = quickClock(lateByMs);
    await expect(made.client({ clock, totalTimeoutMs: 2001 }, fetch).client["createByState"]?.()).rejects.toMatchObject({ code: "timeout", timeoutMs: 2001 });
    expect(fetch.requests.length).toBe(1);
  });

  it("throws if the work has failed, if the response has no address to poll, and if the time is over", async () => {
    const { clock } = quickClock();
    const failed = recordingFetch(accepted(), jsonResponse(200, { id: "a", state: "failed" }));
    await expect(made.client({ clock }, failed).client["createByState"]?.()).rejects.toMatchObject({
      code: "api-error",
      operationId: "createByState",
      message: "createByState failed: /state is failed",
      body: { state: "failed" },
    });
    const nowhere = recordingFetch(new Response(null, { status: 202 }));
    await expect(made.client({ clock }, nowhere).client["createByStatus"]?.()).rejects.toMatchObject({ code: "malformed-response" });
    const slow = recordingFetch(...Array.from({ length: 40 }, (_, index) => (index === 0 ? accepted() : running())));
    await expect(made.client({ clock, totalTimeoutMs: 20_500 }, slow).client["createByState"]?.()).rejects.toMatchObject({
      code: "timeout",
      option: "totalTimeoutMs",
      timeoutMs: 20_500,
      message: expect.stringContaining("createByState got no result within 20500 ms") as string,
    });
    expect(slow.requests.length).toBe(22);
  });

  it("returns the first response in raw", async () => {
    expect(await made.client({}, recordingFetch(accepted())).client.raw["createByState"]?.()).toMatchObject({ status: 202, body: { state: "queued" } });
  });

  it("is typed by its result", () => {
    const program = `
import { createThingClient, type Job, type Report } from "./index.ts";
const client = createThingClient({ baseUrl: "https://thing.example.com" });
const job: Job = await client.createByState();
const report: Report = await client.createByStatus();
const first: Job = (await client.raw.createByState()).body;
void [job, report, first];
`;
    expect(made.typeErrors(program)).toEqual([]);
  });
});
