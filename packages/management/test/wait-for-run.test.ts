import { jsonResponse, recordingFetch, type RecordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { fakeClock } from "../../core/test/fake-clock.ts";
import { createManagementClient, type ManagementClient, TimeoutError } from "../src/index.ts";
import { waitForRun, type WaitOptions } from "../src/runs.ts";
import { baseUrl } from "./support.ts";

const input = { workflowId: "w-1", runId: "r-1" };
const at = (status: string | undefined, more: object = {}) =>
  jsonResponse(200, { results: [{ id: "r-1", ...(status === undefined ? {} : { status }), ...more }] });

/** A client and a wait on one clock. A look that fails is not repeated by the client, so that each request is a look. */
function waiting(fetch: RecordingFetch, options: WaitOptions = {}) {
  const clock = fakeClock({ random: 0 });
  const client = createManagementClient({ baseUrl, token: "token-1", fetch: noting(fetch), retry: false, clock });
  const begin = clock.now();
  const looks: number[] = [];
  function noting(send: RecordingFetch): RecordingFetch {
    return Object.assign(
      async (url: string, init: RequestInit) => {
        looks.push(clock.now() - begin);
        return send(url, init);
      },
      { requests: send.requests },
    );
  }
  const run = (also: WaitOptions = {}) => waitForRun(client, input, { clock, ...options, ...also });
  return { clock, run, looks, finish: (also?: WaitOptions) => clock.finish(run(also)) };
}

describe("waitForRun", () => {
  it.each(["Completed", "Failed", "Terminated"])("returns a run that is %s at once", async (status) => {
    const { run, clock } = waiting(recordingFetch(at(status)));
    await expect(run()).resolves.toMatchObject({ id: "r-1", status });
    expect(clock.timers).toBe(0);
  });

  it("polls with increasing delays up to a maximum until the run has ended", async () => {
    const { finish, looks, clock } = waiting(
      recordingFetch(...["InProgress", "InProgress", "Waiting", "InProgress", "InProgress", "Completed"].map((status) => at(status))),
      {
        maxDelayMs: 5000,
      },
    );
    await expect(finish()).resolves.toMatchObject({ status: "Completed" });
    expect(looks).toEqual([0, 1000, 3000, 7000, 12_000, 17_000]);
    expect(clock.timers).toBe(0);
  });

  it("waits through a status that is not known, and through none", async () => {
    const { finish, looks } = waiting(recordingFetch(at("Rehearsing"), at(undefined), at("Completed")));
    await expect(finish()).resolves.toMatchObject({ status: "Completed" });
    expect(looks.length).toBe(3);
  });

  it("returns at a requested status", async () => {
    const { finish } = waiting(recordingFetch(at("InProgress"), at("Waiting", { waitingUntilDtm: "2026-03-04T09:00:00Z" })), { stopAt: ["Waiting"] });
    await expect(finish()).resolves.toMatchObject({ status: "Waiting", waitingUntilDtm: "2026-03-04T09:00:00Z" });
  });

  it("requests the variables in each poll", async () => {
    const fetch = recordingFetch(at("InProgress"), at("Completed"));
    const clock = fakeClock();
    const client = createManagementClient({ baseUrl, token: "token-1", fetch, clock });
    await clock.finish(waitForRun(client, { ...input, variables: ["note"] }, { clock, call: { headers: { "x-request-id": "q-1" } } }));
    expect(fetch.requests.map(({ url, headers }) => [url, headers["x-request-id"]])).toEqual([
      [`${baseUrl}/api/workflows/v1/w-1/runs/r-1?variables=note`, "q-1"],
      [`${baseUrl}/api/workflows/v1/w-1/runs/r-1?variables=note`, "q-1"],
    ]);
  });

  it("sends a last request when the time is over, and then reports what it got", async () => {
    const { finish, looks } = waiting(recordingFetch(at("InProgress"), at("InProgress"), at("Waiting")), { timeoutMs: 2500 });
    await expect(finish()).rejects.toMatchObject({
      name: "TimeoutError",
      code: "timeout",
      timeoutMs: 2500,
      operationId: "getWorkflowRun",
      message: "waitForRun: the run has not ended within 2500 ms and has the status Waiting: raise timeoutMs if it may take longer",
    });
    expect(looks).toEqual([0, 1000, 2500]);
  });

  it("returns a run that has ended at that last request", async () => {
    const { finish } = waiting(recordingFetch(at("InProgress"), at("Completed")), { timeoutMs: 500 });
    await expect(finish()).resolves.toMatchObject({ status: "Completed" });
  });

  it("continues after temporary failures, and waits as long as the service asks", async () => {
    const { finish, looks } = waiting(
      recordingFetch(
        at("InProgress"),
        () => Promise.reject(new TypeError("fetch failed")),
        jsonResponse(503, {}),
        jsonResponse(429, {}, { "retry-after": "20" }),
        at("Completed"),
      ),
    );
    await expect(finish()).resolves.toMatchObject({ status: "Completed" });
    expect(looks).toEqual([0, 1000, 3000, 7000, 27_000]);
  });

  it.each([
    ["a page", () => new Response("<html>", { headers: { "content-type": "text/html" } }), "unexpected-content"],
    ["a redirect", () => new Response(null, { status: 302, headers: { location: "https://portal.example.com/" } }), "redirect-refused"],
  ])("survives %s of a gateway once it has seen the run; before that the address is wrong", async (_what, answer, code) => {
    const { finish } = waiting(recordingFetch(at("InProgress"), answer(), at("Completed")));
    await expect(finish()).resolves.toMatchObject({ status: "Completed" });
    await expect(waiting(recordingFetch(answer())).finish()).rejects.toMatchObject({ code });
  });

  it("has the last failure as its cause if the service stays away", async () => {
    const { finish } = waiting(recordingFetch(at("InProgress"), jsonResponse(503, { title: "Later" }), jsonResponse(503, { title: "Still later" })), {
      timeoutMs: 2500,
    });
    await expect(finish()).rejects.toMatchObject({
      name: "TimeoutError",
      message: "waitForRun: the run has not ended within 2500 ms and could not be read: raise timeoutMs if it may take longer",
      cause: { status: 503 },
    });
  });

  it.each([
    [jsonResponse(403, {}), { name: "ApiError", status: 403 }],
    [jsonResponse(404, {}), { name: "ApiError", status: 404 }],
    [jsonResponse(200, { results: [] }), { name: "LookupError", code: "not-found" }],
  ])("throws errors that waiting cannot resolve: %#", async (answer, expected) => {
    const { finish, clock } = waiting(recordingFetch(at("InProgress"), answer));
    await expect(finish()).rejects.toMatchObject(expected);
    expect(clock.timers).toBe(0);
  });

  it("ends between two requests with the reason of the caller's signal", async () => {
    const controller = new AbortController();
    const reason = new Error("the caller is gone");
    const { run, clock, looks } = waiting(recordingFetch(at("InProgress")));
    const ended = run({ signal: controller.signal }).catch((error: unknown) => error);
    await clock.advance(500);
    controller.abort(reason);
    await expect(ended).resolves.toBe(reason);
    expect(looks).toEqual([0]);
    expect(clock.timers).toBe(0);
  });

  it("ends even if the signal's reason is an error that would be retried from the service", async () => {
    const controller = new AbortController();
    const reason = new TimeoutError("timeout", "the caller's own time is over", { timeoutMs: 500, outcome: "unknown" });
    const { run, clock, looks } = waiting(recordingFetch(at("InProgress")));
    const ended = run({ signal: controller.signal }).catch((error: unknown) => error);
    await clock.advance(500);
    controller.abort(reason);
    await expect(ended).resolves.toBe(reason);
    expect(looks).toEqual([0]);
  });

  it("sends nothing if the signal has fired", async () => {
    const reason = new Error("the caller is gone");
    const { run, looks } = waiting(recordingFetch());
    await expect(run({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(looks).toEqual([]);
  });

  it.each([
    [{ timeoutMs: 0 }, "waitForRun: timeoutMs must be a time in milliseconds of at least 1, or Infinity; got 0"],
    [{ timeoutMs: "10" }, "waitForRun: timeoutMs must be a time in milliseconds of at least 1, or Infinity; got a string of 2 characters"],
    [{ maxDelayMs: Infinity }, "waitForRun: maxDelayMs must be a time in milliseconds from 1 to 2147483647; got Infinity"],
    [{ stopAt: "Waiting" }, "waitForRun: stopAt must be a list of statuses; got a string of 7 characters"],
  ])("rejects %j before any request", async (options, message) => {
    await expect(waitForRun({} as ManagementClient, input, options as unknown as WaitOptions)).rejects.toMatchObject({ name: "ConfigurationError", message });
  });
});
