import { describe, expect, it } from "vitest";
import { fakeClock } from "../../core/test/fake-clock.ts";
import { listening, samplesOf } from "./listening.ts";
import { services, tail } from "./support.ts";

const ARGS = ["auditevents", "--no-checkpoint", "--since", "2020-01-01", "--listen", "127.0.0.1:0"];

const LABELS = 'stream="auditevents",sink="stdout"';

describe("--listen", () => {
  it("serves the metrics of each stream, and that it is healthy and ready", async () => {
    const { env, fetch } = services();
    const clock = fakeClock({ wallNow: Date.parse("2026-03-02T08:00:00Z") });
    const { get, said, stop } = await listening(ARGS, { env, fetch, clock });
    await expect.poll(said).toContain("caught up");
    const { status, type, body } = await get("/metrics");
    expect([status, type]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
    const samples = samplesOf(body);
    expect(samples.get(`keywright_tail_written_events_total{${LABELS}}`)).toBe(25);
    expect(samples.get(`keywright_tail_bytes_total{${LABELS}}`)).toBeGreaterThan(25 * 100);
    expect(samples.get(`keywright_tail_lag_seconds{${LABELS}}`)).toBe(0);
    expect(samples.get(`keywright_tail_owns_checkpoint{${LABELS}}`)).toBe(1);
    expect(samples.get(`keywright_tail_last_success_timestamp_seconds{${LABELS}}`)).toBe(Date.parse("2026-03-02T08:00:00Z") / 1000);
    expect(samples.get(`keywright_tail_build_info{version="0.0.0",node="${process.version}"}`)).toBe(1);
    expect(await get("/healthz")).toMatchObject({ status: 200, body: "ok\n" });
    expect(await get("/readyz")).toMatchObject({
      status: 200,
      type: "application/json",
      body: '{"ready":true,"jobs":[{"stream":"auditevents","sink":"stdout","ready":true}]}\n',
    });
    expect(await get("/metrics?a=b", "HEAD")).toEqual({ status: 200, type, body: "" });
    expect(await get("/readyz", "POST")).toMatchObject({ status: 405 });
    expect(await get("/")).toMatchObject({ status: 404 });
    expect(await stop()).toBe(0);
    await expect(get("/healthz")).rejects.toThrow("fetch failed");
  });

  it("is not ready when nothing has succeeded for three intervals, counts the failures, and names no secret", async () => {
    const { events, env, fetch } = services();
    const clock = fakeClock();
    const { get, said } = await listening([...ARGS, "--interval", "20"], { env, fetch, clock });
    await expect.poll(said).toContain("caught up");
    for (let times = 0; times < 50; times += 1)
      events.inject({ operationId: "listAuditEvents", response: { status: 503, body: { status: 503, message: "hidden-value" } } });
    await clock.advance(59_000);
    expect(await get("/readyz")).toMatchObject({ status: 200 });
    await clock.advance(2000);
    const { status, body } = await get("/readyz");
    expect(status).toBe(503);
    expect(JSON.parse(body)).toEqual({
      ready: false,
      jobs: [{ stream: "auditevents", sink: "stdout", ready: false, reason: "nothing has succeeded for 61 s; last failure: api-error (503)" }],
    });
    const samples = samplesOf((await get("/metrics")).body);
    const failures = samples.get(`keywright_tail_failures_total{${LABELS},code="api-error",status="503"}`);
    expect(failures).toBeGreaterThan(2);
    expect(samples.get(`keywright_tail_retries_total{${LABELS}}`)).toBe(failures);
    // The lag is not known while the service fails.
    expect([...samples.keys()].some((name) => name.includes("lag_seconds"))).toBe(false);
    expect(await get("/healthz")).toMatchObject({ status: 200 });
  });

  it("is not ready while one of several streams fails, and says which", async () => {
    const { events, env, fetch } = services();
    const clock = fakeClock();
    events.inject({ operationId: "listItemUsages", times: "always", response: { status: 503 } });
    const { get, said } = await listening(["itemusages", ...ARGS, "--interval", "20"], { env, fetch, clock });
    await expect.poll(said).toContain("auditevents: 25 events, caught up");
    const { status, body } = await get("/readyz");
    expect([status, JSON.parse(body)]).toEqual([
      503,
      {
        ready: false,
        jobs: [
          { stream: "itemusages", sink: "stdout", ready: false, reason: expect.stringContaining("no request has succeeded") },
          { stream: "auditevents", sink: "stdout", ready: true },
        ],
      },
    ]);
  });

  it.each(["0.0.0.0:0", "192.0.2.1:9464", "events.example.com:80", "[::]:9464"])("on %s needs --listen-public", async (address) => {
    const ended = await tail([...ARGS.slice(0, -1), address], {});
    expect(ended).toMatchObject({
      code: 2,
      said: expect.stringContaining(`--listen ${address} can be reached by other machines: use 127.0.0.1, or set --listen-public`),
    });
  });

  it("on all addresses works with --listen-public", async () => {
    const { env, fetch } = services();
    const clock = fakeClock();
    const { said } = await listening([...ARGS.slice(0, -1), "0.0.0.0:0", "--listen-public"], { env, fetch, clock });
    expect(said()).toContain("serves /metrics, /healthz and /readyz at http://0.0.0.0:");
  });

  it.each(["9464", "127.0.0.1", "127.0.0.1:99999", "http://127.0.0.1:1"])("on %s is exit code 2", async (address) => {
    const ended = await tail([...ARGS.slice(0, -1), address], {});
    expect(ended).toMatchObject({ code: 2, said: expect.stringContaining(`--listen must be HOST:PORT, such as 127.0.0.1:9464 or [::1]:9464; got ${address}`) });
  });

  it("on an address in use is exit code 1, and nothing is requested", async () => {
    const { env, fetch, requests } = services();
    const { said } = await listening(ARGS, { env, fetch, clock: fakeClock() });
    const address = /http:\/\/(\S+)/.exec(said())?.[1] ?? "";
    requests.length = 0;
    const other = services();
    const ended = await tail([...ARGS.slice(0, -1), address], { env, fetch: other.fetch });
    expect(ended).toMatchObject({ code: 1, said: expect.stringContaining(`--listen cannot use ${address} (EADDRINUSE): use another address`) });
    expect(other.requests).toEqual([]);
  });
});
