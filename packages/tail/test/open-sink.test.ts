import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createEventsEmulator, serveEmulator } from "@keywright/emulator";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { elasticsearchTrial } from "../../sinks/test/elasticsearch-trial.ts";
import { otlpTrial } from "../../sinks/test/otlp-trial.ts";
import { serveS3 } from "../../sinks/test/s3-server.ts";
import { BUCKET } from "../../sinks/test/s3-client.ts";
import { splunkTrial, TOKEN } from "../../sinks/test/splunk-trial.ts";
import { folderForTest, services, SINCE, tail } from "./support.ts";

type Variables = { readonly [name: string]: string };

/** The events service on a port, and the command that sends all of its events to an address. */
async function setUp() {
  const emulator = createEventsEmulator({ seed: { eventsPerStream: 250 } });
  const server = await serveEmulator(emulator, { port: 0 });
  onTestFinished(() => server.close());
  const own = { KEYWRIGHT_EVENTS_URL: server.url, KEYWRIGHT_EVENTS_TOKEN: emulator.token };
  return {
    expected: emulator.store.stream("auditevents").events.map((event) => ({ stream: "auditevents", ...event })),
    send: (to: string, env: Variables = {}) => tail(["auditevents", "--to", to, "--no-checkpoint", "--quiet", ...SINCE], { env: { ...own, ...env } }),
  };
}

const ENDED = { code: 0, printed: "", said: "" };

describe("keywright-tail", () => {
  it("writes objects to S3, and again after failures, with the credentials of the SDK", async () => {
    const server = await serveS3();
    onTestFinished(() => server.close());
    for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]) vi.stubEnv(name, "S3RVER");
    vi.stubEnv("AWS_REGION", "us-east-1");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { expected, send } = await setUp();
    server.fail("error");
    server.fail("late");
    expect(await send(`s3://${BUCKET}/audit/2026`, { AWS_ENDPOINT_URL_S3: server.url })).toEqual(ENDED);
    const objects = await server.objects();
    expect(objects.flatMap(({ events }) => events)).toEqual(expected);
    expect(server.attempts.map(({ condition }) => condition).slice(0, 4)).toEqual(["*", "*", "*", expect.stringMatching(/^".+"$/)]);
    for (const { key } of objects) expect(key).toMatch(/^audit\/2026\/auditevents\/\d{4}-\d\d-\d\d\/.*\.ndjson\.gz$/);
  });

  it("keeps events in S3 that the service no longer has, when it starts again at the same time", async () => {
    const server = await serveS3();
    onTestFinished(() => server.close());
    for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]) vi.stubEnv(name, "S3RVER");
    vi.stubEnv("AWS_REGION", "us-east-1");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { expected, send } = await setUp();
    const env = { AWS_ENDPOINT_URL_S3: server.url };
    expect(await send(`s3://${BUCKET}/audit`, env)).toEqual(ENDED);
    const later = createEventsEmulator({ seed: { eventsPerStream: 250 } });
    const { state, ...rest } = later.snapshot();
    later.restore({ ...rest, state: { ...state, auditevents: state.auditevents.slice(90) } });
    const other = await serveEmulator(later, { port: 0 });
    onTestFinished(() => other.close());
    expect(await send(`s3://${BUCKET}/audit`, { ...env, KEYWRIGHT_EVENTS_URL: other.url, KEYWRIGHT_EVENTS_TOKEN: later.token })).toEqual(ENDED);
    const stored = (await server.objects()).flatMap(({ events }) => events);
    const uuids = (events: readonly object[]): ReadonlySet<unknown> => new Set(events.map((event) => Reflect.get(event, "uuid")));
    expect(uuids(stored)).toEqual(uuids(expected));
    // Twice the same run adds nothing.
    expect(await send(`s3://${BUCKET}/audit`, env)).toEqual(ENDED);
    expect((await server.objects()).flatMap(({ events }) => events)).toHaveLength(stored.length);
  });

  it("writes documents to an index of Elasticsearch, with an API key or a password", async () => {
    const trial = await elasticsearchTrial();
    onTestFinished(() => trial.end());
    const { expected, send } = await setUp();
    trial.fail("error", 1);
    trial.fail("half", 1);
    const address = trial.server.url.replace("http://", "elasticsearch+http://elastic@");
    expect(await send(`${address}/audit-{stream}`, { KEYWRIGHT_TAIL_ELASTICSEARCH_PASSWORD: "hidden-value" })).toEqual(ENDED);
    const [first] = trial.server.requests;
    expect(first?.headers.authorization).toBe(`Basic ${Buffer.from("elastic:hidden-value").toString("base64")}`);
    expect(first?.body).toMatch(/^\{"create":\{"_index":"audit-auditevents","_id":"auditevents:/);
    expect(new Set(await trial.stored())).toEqual(new Set(expected));
    expect(await send(`${address}/audit`, { KEYWRIGHT_TAIL_ELASTICSEARCH_API_KEY: "hidden-key" })).toEqual(ENDED);
    expect(trial.server.requests.at(-1)?.headers.authorization).toBe("ApiKey hidden-key");
  });

  it.each([
    ["S3", "s3://bucket/a", 403],
    ["Elasticsearch", "elasticsearch+https://search.example.com/audit", 401],
  ])("ends with exit code 6 if %s rejects the credentials, and shows none", async (_what, to, status) => {
    for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_REGION"]) vi.stubEnv(name, "hidden-value");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { env, fetch } = services();
    const send: typeof fetch = (url, init) => (url.includes("events.example.com") ? fetch(url, init) : Promise.resolve(new Response("{}", { status })));
    const { code, said } = await tail(["auditevents", "--to", to, "--no-checkpoint", ...SINCE], {
      env: { ...env, KEYWRIGHT_TAIL_ELASTICSEARCH_API_KEY: "hidden-value" },
      fetch: send,
    });
    expect(code, said).toBe(6);
    expect(said).not.toContain("hidden-value");
  });

  it.each([
    ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL_S3 is http:// to 192.0.2.2, which would send events in clear text: use https://"],
    ["AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL is http:// to 192.0.2.2"],
    ["AWS_CONFIG_FILE", "the address of the object store is http:// to 192.0.2.2"],
  ])("sends nothing to S3 in clear text to another machine, by %s", async (name, message) => {
    for (const each of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_REGION", "AWS_SESSION_TOKEN"]) vi.stubEnv(each, "hidden");
    onTestFinished(() => void vi.unstubAllEnvs());
    const address = "http://192.0.2.2:9000";
    const config = join(await folderForTest(), "config");
    await writeFile(config, `[default]\nservices = own\n[services own]\ns3 =\n  endpoint_url = ${address}\n`);
    vi.stubEnv("AWS_CONFIG_FILE", config);
    const { env, fetch } = services();
    const sent: string[] = [];
    const send: typeof fetch = (url, init) => {
      if (url.includes("events.example.com")) return fetch(url, init);
      sent.push(url);
      return Promise.resolve(new Response(""));
    };
    const own = { ...env, [name]: name === "AWS_CONFIG_FILE" ? config : address };
    const args = ["auditevents", "--to", "s3://bucket/a", "--no-checkpoint", ...SINCE];
    expect(await tail(args, { env: own, fetch: send })).toMatchObject({ code: 2, said: expect.stringContaining(message) });
    expect(sent).toEqual([]);
    if (name !== "AWS_CONFIG_FILE")
      expect(await tail([...args, "--check-config"], { env: own })).toMatchObject({ code: 2, said: expect.stringContaining(message) });
  });

  it.each([200, 403])("ends with an error if the response of an object store has status %d and never ends", async (status) => {
    for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_REGION"]) vi.stubEnv(name, "example");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { env, fetch } = services();
    let sent = 0;
    const body = () =>
      new ReadableStream({
        pull(controller) {
          sent += 65_536;
          if (sent > 50_000_000) controller.close();
          else controller.enqueue(new Uint8Array(65_536));
        },
      });
    const send: typeof fetch = (url, init) => (url.includes("events.example.com") ? fetch(url, init) : Promise.resolve(new Response(body(), { status })));
    const { code, said } = await tail(["auditevents", "--to", "s3://bucket/a", "--no-checkpoint", ...SINCE], { env, fetch: send });
    expect([code, said]).toEqual([1, expect.stringContaining(`the object store sent more than 1048576 bytes with status ${status}`)]);
    expect(sent).toBeLessThan(2_000_000);
  });

  it.each([
    ["https://siem.example.com/in", "KEYWRIGHT_TAIL_HTTP_TOKEN"],
    ["elasticsearch+https://search.example.com/audit", "KEYWRIGHT_TAIL_ELASTICSEARCH_API_KEY"],
    ["otlp+https://logs.example.com", "KEYWRIGHT_TAIL_OTLP_TOKEN"],
    ["otlp+https://logs.example.com", "OTEL_EXPORTER_OTLP_HEADERS"],
    ["s3://bucket/a", "AWS_SESSION_TOKEN"],
  ])("rejects a credential of two lines for %s in %s, and does not show it", async (to, name) => {
    const value = name === "OTEL_EXPORTER_OTLP_HEADERS" ? "authorization=hidden%0Avalue" : "hidden\nvalue";
    for (const each of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_REGION"]) vi.stubEnv(each, "example");
    vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { env, fetch } = services();
    // The platform's errors about headers contain the value.
    const send: typeof fetch = (url, init) =>
      url.includes("events.example.com") ? fetch(url, init) : Promise.resolve(new Request(url, init)).then(() => new Response("{}"));
    const { code, said } = await tail(["auditevents", "--to", to, "--no-checkpoint", ...SINCE], { env: { ...env, [name]: value }, fetch: send });
    expect([code, said]).toEqual([2, expect.stringContaining("ASCII characters")]);
    expect(said).not.toContain("hidden");
  });

  it("sends to Splunk until the events are indexed", async () => {
    const trial = await splunkTrial();
    onTestFinished(() => trial.end());
    const { expected, send } = await setUp();
    const address = `splunk+${trial.server.url}`;
    expect(await send(address, { KEYWRIGHT_TAIL_SPLUNK_TOKEN: TOKEN })).toEqual(ENDED);
    expect(await trial.stored()).toEqual(expected);
    expect(await send(address)).toMatchObject({ code: 2, said: expect.stringContaining("the environment lacks KEYWRIGHT_TAIL_SPLUNK_TOKEN") });
    expect(await send(address, { KEYWRIGHT_TAIL_SPLUNK_TOKEN: "another" })).toMatchObject({ code: 6 });
  });

  it("sends log records to a receiver of OpenTelemetry, with the headers of its environment", async () => {
    const trial = await otlpTrial();
    onTestFinished(() => trial.end());
    const { expected, send } = await setUp();
    expect(await send(`otlp+${trial.server.url}`, { OTEL_EXPORTER_OTLP_HEADERS: "x-team=audit%20team, other=1" })).toEqual(ENDED);
    expect(await trial.stored()).toEqual(expected);
    expect(trial.server.requests[0]).toMatchObject({ path: "/v1/logs", headers: { "x-team": "audit team", other: "1" } });
    expect(await send(`otlp+${trial.server.url}/other`, { KEYWRIGHT_TAIL_OTLP_TOKEN: "hidden-value" })).toEqual(ENDED);
    expect(trial.server.requests.at(-1)).toMatchObject({ path: "/other", headers: { authorization: "Bearer hidden-value" } });
    const { code, said } = await send(`otlp+${trial.server.url}`, { OTEL_EXPORTER_OTLP_HEADERS: "hidden-value" });
    expect([code, said]).toEqual([2, expect.stringContaining("OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs")]);
    expect(said).not.toContain("hidden-value");
  });
});
