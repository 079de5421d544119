import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fakeClock } from "../../core/test/fake-clock.ts";
import { finishWithFiles, folderForTest, services, SINCE, tail } from "./support.ts";

const JSON_TYPE = { "content-type": "application/json" };

it("a token endpoint that is away is exit code 1, so that a supervisor starts the command again", async () => {
  const { env, fetch } = services();
  const { KEYWRIGHT_MANAGEMENT_TOKEN: _token, ...others } = env;
  const clock = fakeClock();
  const away: typeof fetch = (url, init) => (url.includes("/connect/token") ? Promise.resolve(new Response("", { status: 503 })) : fetch(url, init));
  const { code, said } = await finishWithFiles(
    clock,
    tail(["auditlog", "--no-checkpoint", "--give-up-after", "1m", ...SINCE], {
      env: { ...others, KEYWRIGHT_MANAGEMENT_CLIENT_ID: "an-app", KEYWRIGHT_MANAGEMENT_CLIENT_SECRET: "hidden-value" },
      fetch: away,
      clock,
    }),
  );
  expect([code, said]).toEqual([1, expect.stringContaining("503")]);
});

it("a failure after a dead letter has the exit code of the failure", async () => {
  const { env, fetch } = services();
  const clock = fakeClock();
  const pages: { readonly [cursor: string]: string } = {
    "": '{"items":[{"uuid":"A"}],"cursor":"1","has_more":true}',
    "1": '{"items":[null],"cursor":"2","has_more":true}',
  };
  const send: typeof fetch = async (url, init) => {
    if (url.includes("introspect")) return fetch(url, init);
    const { cursor = "" } = JSON.parse(String(init.body)) as { readonly cursor?: string };
    return pages[cursor] === undefined ? new Response("{}", { status: 403, headers: JSON_TYPE }) : new Response(pages[cursor], { headers: JSON_TYPE });
  };
  const args = ["auditevents", "--no-checkpoint", "--dead-letter", join(await folderForTest(), "bad"), ...SINCE];
  const { code, said } = await finishWithFiles(clock, tail(args, { env, fetch: send, clock }));
  expect([code, said]).toEqual([1, expect.stringContaining("wrote a page as a dead letter")]);
});

it("the first of two failures with --once has the exit code", async () => {
  const { env, fetch } = services();
  const clock = fakeClock();
  const folder = await folderForTest();
  const config = {
    checkpoint: `${folder}/{sink}.position`,
    since: "2020-01-01",
    sinks: { first: { to: "https://first.example.com/" }, second: { to: "https://second.example.com/" } },
    streams: { auditevents: { sinks: ["first", "second"] } },
  };
  await writeFile(join(folder, "tail.json"), JSON.stringify(config));
  let said = "";
  let secondFailed = false;
  const send: typeof fetch = async (url, init) => {
    if (url.startsWith("https://first.")) return new Response("", { status: 401 });
    if (!url.startsWith("https://second.")) return fetch(url, init);
    secondFailed = /to first: .*stopped/.test(said);
    return new Response("", { status: secondFailed ? 404 : 503 });
  };
  const stderr = { write: (text: string) => void (said += text) };
  const { code } = await finishWithFiles(clock, tail(["--config", join(folder, "tail.json"), "--once"], { env, fetch: send, clock, stderr }));
  expect([code, secondFailed, said]).toEqual([6, true, expect.stringContaining("401")]);
});

it("a rejected token is named by its variable", async () => {
  const { env } = services();
  const rejecting = async (): Promise<Response> => new Response("", { status: 401 });
  const { code, said } = await tail(["auditevents", "--no-checkpoint", "--once"], { env, fetch: rejecting });
  expect([code, said]).toEqual([6, expect.stringContaining("Correct KEYWRIGHT_EVENTS_TOKEN or the other credentials of the environment")]);
});

it.each([
  ["splunk+https://first.example.com", 403, 6, "status 403: Invalid token\nCorrect KEYWRIGHT_TAIL_SPLUNK_TOKEN\n"],
  [
    "elasticsearch+https://first.example.com/audit",
    401,
    6,
    "status 401: security_exception\nCorrect KEYWRIGHT_TAIL_ELASTICSEARCH_PASSWORD or KEYWRIGHT_TAIL_ELASTICSEARCH_API_KEY\n",
  ],
  ["https://first.example.com/", 400, 1, "status 400; to continue without this event, use --dead-letter FILE\n"],
])("a response of %s with status %i is explained by what the command has", async (address, status, exitCode, message) => {
  const { env, fetch } = services();
  const secrets = { KEYWRIGHT_TAIL_SPLUNK_TOKEN: "hidden-value", KEYWRIGHT_TAIL_ELASTICSEARCH_API_KEY: "hidden-value" };
  const body = { text: "Invalid token", error: { type: "security_exception", reason: "hidden-value" } };
  const send: typeof fetch = async (url, init) =>
    url.startsWith("https://first.") ? new Response(JSON.stringify(body), { status, headers: JSON_TYPE }) : fetch(url, init);
  const { code, said } = await tail(["auditevents", "--no-checkpoint", "--once", ...SINCE, "--to", address], { env: { ...env, ...secrets }, fetch: send });
  expect([code, said]).toEqual([exitCode, expect.stringContaining(message)]);
});
