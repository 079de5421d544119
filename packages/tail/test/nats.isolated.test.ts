import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fakeClock } from "../../core/test/fake-clock.ts";
import { finishWithFiles, folderForTest, services, SINCE, tail, values } from "./support.ts";

interface Published {
  readonly subject: string;
  readonly payload: string;
  readonly options: { readonly msgID: string };
}

/** A server of NATS, as its client shows it. */
const server = vi.hoisted(() => ({
  connections: [] as object[],
  closed: 0,
  refusals: [] as Error[],
  published: [] as Published[],
}));

vi.mock("@nats-io/transport-node", async (original) => ({
  ...(await original<object>()),
  async connect(options: object) {
    server.connections.push(options);
    const error = server.refusals.shift();
    if (error !== undefined) throw error;
    return {
      closed: () => new Promise(() => {}),
      close: async () => void (server.closed += 1),
    };
  },
}));
vi.mock("@nats-io/jetstream", () => ({
  jetstream: () => ({
    async publish(subject: string, payload: string, options: Published["options"]) {
      server.published.push({ subject, payload, options });
      return { duplicate: false };
    },
  }),
}));

const SEED = "SUAGC3DGLWZL5OSTI3TXSMIZK7JRJ7SLNSABWHWWFTKTXTHGBLW3SKFMHQ";

beforeEach(() => {
  Object.assign(server, { connections: [], closed: 0, refusals: [], published: [] });
});

function send(to: string, secrets: { readonly [name: string]: string } = {}) {
  const clock = fakeClock();
  const { events, env, fetch } = services();
  const ended = finishWithFiles(clock, tail(["auditevents", "--to", to, "--no-checkpoint", ...SINCE], { env: { ...env, ...secrets }, fetch, clock }));
  return { events, ended };
}

describe("--to nats:", () => {
  it("publishes each event once by its id, in order, over one connection", async () => {
    const { events, ended } = send("nats://127.0.0.1:4333/audit.company");
    expect(await ended).toMatchObject({ code: 0, printed: "" });
    const expected = events.store.stream("auditevents").events;
    expect(values(server.published.map(({ payload }) => `${payload}\n`).join(""))).toEqual(expected.map((event) => ({ stream: "auditevents", ...event })));
    expect(server.published[0]).toMatchObject({
      subject: `audit.company.auditevents.${String(expected[0]?.["action"])}`,
      options: { msgID: `auditevents:${String(expected[0]?.["uuid"])}` },
    });
    expect(server.connections).toMatchObject([{ servers: "127.0.0.1:4333", maxReconnectAttempts: -1 }]);
    expect(server.connections[0]).not.toHaveProperty("tls");
    expect(server.closed).toBe(1);
  });

  it("connects again to a server that starts later", async () => {
    server.refusals.push(Object.assign(new Error("connection refused"), { name: "ConnectionError" }));
    const { ended } = send("nats://127.0.0.1/audit");
    expect(await ended).toMatchObject({ code: 0, said: expect.stringContaining("the target did not take 25 of 25 events, writing again in 1 s") });
    expect(server.connections).toHaveLength(2);
    expect(new Set(server.published.map(({ options }) => options.msgID)).size).toBe(25);
  });

  it("takes a password, a token or the credentials of a file, over TLS", async () => {
    const file = join(await folderForTest(), "audit.creds");
    await writeFile(file, `-----BEGIN NATS USER JWT-----\nheader.claims.sig\n------END NATS USER JWT------\n-----BEGIN USER NKEY SEED-----\n${SEED}\n`);
    const secrets = [{ PASSWORD: "hidden-value" }, { TOKEN: "hidden-value" }, { CREDENTIALS_FILE: file }];
    for (const [[name, value] = []] of secrets.map((secret) => Object.entries(secret)))
      expect(await send("tls://audit@nats.example.com/audit", { [`KEYWRIGHT_TAIL_NATS_${name}`]: value ?? "" }).ended).toMatchObject({ code: 0 });
    expect(server.connections).toMatchObject([
      { tls: {}, user: "audit", pass: "hidden-value" },
      { tls: {}, token: "hidden-value" },
      { tls: {}, authenticator: expect.any(Function) },
    ]);
  });

  it("knows this machine in capital letters too", async () => {
    expect(await send("nats://LOCALHOST:4333/audit").ended).toMatchObject({ code: 0 });
    expect(server.connections).toMatchObject([{ servers: "LOCALHOST:4333" }]);
  });

  it("sends no event and no password in clear text", async () => {
    for (const secrets of [{}, { KEYWRIGHT_TAIL_NATS_PASSWORD: "hidden-value" }])
      expect(await send("nats://audit@nats.example.com/audit", secrets).ended).toMatchObject({
        code: 2,
        said: expect.stringContaining("--to is nats:// to nats.example.com, which would send events in clear text: use tls://"),
      });
    expect(server.connections).toEqual([]);
  });

  it("ends with exit code 6 if the server rejects the credentials", async () => {
    server.refusals.push(Object.assign(new Error("Authorization Violation"), { name: "AuthorizationError" }));
    expect(await send("tls://nats.example.com/audit").ended).toMatchObject({ code: 6, said: expect.stringContaining("Authorization Violation") });
  });
});
