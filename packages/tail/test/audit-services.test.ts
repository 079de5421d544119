import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { BUCKET, clientOf } from "../../sinks/test/s3-client.ts";
import { serveS3 } from "../../sinks/test/s3-server.ts";
import { folderForTest, services, tail, untimed } from "./support.ts";

const TIMES = ["--since", "2020-01-01", "--page-size", "5"];

/** Twelve events, which a target has by keywright-tail. */
async function stored(
  to: string,
  more: { readonly env?: object; readonly fetch?: Parameters<typeof tail>[1]["fetch"]; readonly options?: readonly string[] } = {},
) {
  const { env, fetch, events } = services({ eventsPerStream: 12 });
  const context = { env: { ...env, ...more.env }, fetch: more.fetch === undefined ? fetch : route(fetch, more.fetch) };
  const args = ["auditevents", "--to", to, "--checkpoint", join(await folderForTest(), "position"), ...TIMES, ...(more.options ?? [])];
  expect(await tail([...args, "--once"], context)).toMatchObject({ code: 0 });
  return {
    ids: events.store.stream("auditevents").events.map(({ uuid }) => uuid),
    audit: async (...options: readonly string[]) => {
      const { code, said } = await tail(["audit", ...args, ...options], context);
      return { code, said: untimed(said).split("\n").slice(0, -1) };
    },
  };
}

type Fetch = NonNullable<Parameters<typeof tail>[1]["fetch"]>;

const route =
  (service: Fetch, target: Fetch): Fetch =>
  (url, init) =>
    url.startsWith("https://events.") ? service(url, init) : target(url, init);

const SAME = { code: 0, said: ["auditevents: service 12, stored 12, missing 0, doubled 0, changed 0, late 0"] };

describe("audit of an archive in S3", () => {
  async function archive() {
    const server = await serveS3();
    onTestFinished(() => server.close());
    const variables = { AWS_ENDPOINT_URL_S3: server.url, AWS_REGION: "us-east-1", AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" };
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const send: Fetch = (url, init) => fetch(url, init);
    const client = clientOf(server.url);
    const change = async (key: string, to: (lines: string) => string): Promise<void> => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key: key }));
      const lines = gunzipSync((await Body?.transformToByteArray()) ?? new Uint8Array()).toString();
      // Other programs write it without a compression.
      await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: key, Body: to(lines) }));
    };
    return { server, client, change, ...(await stored(`s3://${BUCKET}/audit`, { env: variables, fetch: send })) };
  }

  it("finds no difference in what was written", async () => {
    expect(await (await archive()).audit()).toEqual(SAME);
  });

  it("finds what was removed, doubled and changed, and writes what is missing as a new object", async () => {
    const { server, change, audit, ids } = await archive();
    const [first, second] = await server.objects();
    await change(String(first?.key), (lines) => `${lines.split("\n").slice(1).join("\n")}${lines.split("\n")[1]}\n`);
    await change(String(second?.key), (lines) => lines.replace('"action":"', '"action":"x'));
    const before = server.attempts.length;
    const { code, said } = await audit("--repair");
    expect(server.attempts.slice(before)).toEqual([{ condition: "*" }]);
    expect([code, said.slice(0, 3).sort(), said.slice(3)]).toEqual([
      7,
      [`changed ${ids[5]}`, `doubled ${ids[1]}`, `missing ${ids[0]}`].map((text) => expect.stringContaining(text)),
      ["auditevents: wrote 1 of 1 missing events", "auditevents: service 12, stored 11, missing 1, doubled 1, changed 1, late 0"],
    ]);
    expect((await audit()).said.at(-1)).toBe("auditevents: service 12, stored 12, missing 0, doubled 1, changed 1, late 0");
  });

  it("writes what is missing once if two audits do so at the same time", async () => {
    const { server, change, audit } = await archive();
    const [first] = await server.objects();
    await change(String(first?.key), (lines) => lines.split("\n").slice(1).join("\n"));
    await Promise.all([audit("--repair"), audit("--repair")]);
    expect(await audit("--repair")).toEqual(SAME);
  });

  it("names other objects once", async () => {
    const { client, audit } = await archive();
    for (const name of ["a.csv", "b.csv"]) await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: `audit/auditevents/${name}`, Body: "text" }));
    const message = "auditevents: audit/auditevents/a.csv and 1 more: not written by keywright-tail, so not compared";
    expect(await audit()).toEqual({ code: 0, said: [message, ...SAME.said] });
  });
});

describe("audit of an index of Elasticsearch", () => {
  /** An index with two generations, as a data stream has after a rollover. */
  function cluster(generations: readonly Map<string, string>[] = [new Map(), new Map()]) {
    const asked: string[] = [];
    let failed = 0;
    const send: Fetch = async (url, init) => {
      const path = new URL(url).pathname;
      asked.push(path);
      const json = (text: string): Response => new Response(text, { headers: { "content-type": "application/json" } });
      if (path === "/audit/_refresh") return json("{}");
      if (path === "/_bulk") {
        const lines = String(init.body).trimEnd().split("\n");
        const items = lines.flatMap((line, place) => {
          if (place % 2 === 1) return [];
          const { _id: id } = (JSON.parse(line) as { readonly create: { readonly _id: string } }).create;
          const status = generations[0]?.has(id) === true ? 409 : 201;
          if (status === 201) generations[0]?.set(id, String(lines[place + 1]));
          return [{ create: { _id: id, status } }];
        });
        return json(JSON.stringify({ errors: false, items }));
      }
      const { size, query } = JSON.parse(String(init.body)) as { readonly size: number; readonly query: { readonly ids: { readonly values: string[] } } };
      const hits = generations.flatMap((documents) =>
        query.ids.values.flatMap((id) => (documents.has(id) ? [`{"_id":${JSON.stringify(id)},"_source":${documents.get(id)}}`] : [])),
      );
      return json(`{"timed_out":false,"_shards":{"failed":${failed}},"hits":{"hits":[${hits.slice(0, size).join()}]}}`);
    };
    return { generations, asked, send, fail: () => void (failed = 1) };
  }

  const TO = "elasticsearch+https://search.example.com/audit";

  it.each([[[]], [["--format", "ecs"]]])("finds what was removed, doubled and changed, and writes what is missing, with %j", async (options) => {
    const { generations, asked, send } = cluster();
    const { audit, ids } = await stored(TO, { fetch: send, options });
    expect(await audit()).toEqual(SAME);
    expect(asked.slice(-2)).toEqual(["/audit/_refresh", "/audit/_search"]);
    const [present = new Map<string, string>(), older] = generations;
    const key = (index: number): string => `auditevents:${ids[index]}`;
    present.delete(key(0));
    older?.set(key(1), String(present.get(key(1))));
    present.set(key(2), String(present.get(key(2))).replace('"action":"', '"action":"x'));
    const { code, said } = await audit("--repair");
    expect([code, said.slice(0, 3).sort(), said.slice(3)]).toEqual([
      7,
      [`changed ${ids[2]}`, `doubled ${ids[1]}`, `missing ${ids[0]}`].map((text) => expect.stringContaining(text)),
      ["auditevents: wrote 1 of 1 missing events", "auditevents: service 12, stored 11, missing 1, doubled 1, changed 1, late 0"],
    ]);
    expect(present.has(key(0))).toBe(true);
  });

  it("names the target if it rejects the credentials", async () => {
    const { send } = cluster();
    const { audit } = await stored(TO, {
      fetch: (url, init) => (url.endsWith("_search") ? Promise.resolve(new Response("", { status: 403 })) : send(url, init)),
    });
    expect(await audit()).toEqual({ code: 6, said: expect.arrayContaining([expect.stringContaining("keywright-tail: target failed with status 403")]) });
  });

  it("is exit code 1 if a shard fails, because its events would be missing", async () => {
    const { send, fail } = cluster();
    const { audit } = await stored(TO, { fetch: send });
    fail();
    expect(await audit()).toEqual({ code: 1, said: [expect.stringContaining("expected all documents of a search in Elasticsearch; got a part of them")] });
  });
});
