import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { bundledProgram } from "@keywright/tool-test-kit/testing/bundled-program";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVENTS_DOCUMENT } from "../src/generated/events.ts";
import { MANAGEMENT_DOCUMENT } from "../src/generated/management.ts";
import { VAULT_DOCUMENT } from "../src/generated/vault.ts";
import { createEventsEmulator, createManagementEmulator, createVaultEmulator, type EmulatorServer, serveEmulator } from "../src/index.ts";
import type { Json } from "../src/lib/core/schemas/operation-spec.ts";
import { type ContractOperation, contractOperations } from "./property/oracle.ts";

const COMMAND = bundledProgram(resolve(import.meta.dirname, ".."));
const options = {
  onDefect: (defect: Error) => {
    throw defect;
  },
};
const management = createManagementEmulator({ ...options, seed: { auditEvents: 5 } });
const vault = createVaultEmulator({ ...options, seed: { activityRecords: 5 } });
const events = createEventsEmulator({ ...options, seed: { eventsPerStream: 5 } });
const item = vault.store.items.get(vault.fileItemUUID ?? "");
const PLACES: { readonly [name: string]: string | undefined } = {
  id: "3d2c7a10-6b1e-4f0c-9a55-2f7d8e4c1012",
  workflowId: "5b0e6a5c-3f0e-4a53-9d2a-0c6f6d2c1a01",
  runId: "c2f4b1de-7a04-4a0b-8f35-1d9f3f0b7a11",
  userId: "7e51c0f2-0d4b-4c6a-8b21-5a9e3d7f0002",
  vaultUUID: item?.vaultId,
  itemUUID: item?.id,
  fileUUID: vault.fileUUID,
};

interface Route {
  readonly service: keyof typeof servers;
  readonly operation: ContractOperation;
  readonly path: string;
  readonly authorization: string;
}

const servers: { management?: EmulatorServer; vault?: EmulatorServer; events?: EmulatorServer } = {};
const routes: readonly Route[] = (
  [
    ["management", MANAGEMENT_DOCUMENT, management],
    ["vault", VAULT_DOCUMENT, vault],
    ["events", EVENTS_DOCUMENT, events],
  ] as const
).flatMap(([service, document, { token }]) =>
  contractOperations(document as Json).map((operation) => ({
    service,
    operation,
    path: operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => PLACES[name] ?? ""),
    authorization: operation.scheme === "basic" ? `Basic ${btoa(`${management.clientId}:${management.clientSecret}`)}` : `Bearer ${token}`,
  })),
);
const named = (some: readonly Route[]) => some.map((route) => [route.operation.id, route] as const);
const withBody = named(routes.filter(({ operation }) => operation.body !== undefined));

beforeAll(async () => {
  servers.management = await serveEmulator(management);
  servers.vault = await serveEmulator(vault);
  servers.events = await serveEmulator(events);
});
afterAll(async () => {
  for (const server of Object.values(servers)) await server.close();
});

interface Sent {
  readonly status: number;
  readonly issues: readonly string[];
  readonly challenge: string | null;
}

/** Sends a request over a socket and looks at the answer as the contract does. */
async function send(
  { service, operation, path, authorization }: Route,
  init: { readonly headers?: { readonly [name: string]: string }; readonly body?: BodyInit } = {},
): Promise<Sent> {
  const response = await fetch(`${servers[service]?.url}${path}`, {
    method: operation.method,
    duplex: "half",
    ...init,
    headers: { authorization, ...init.headers },
  } as RequestInit);
  const text = await response.text();
  return {
    status: response.status,
    issues: operation.replyIssues(response.status, response.headers.get("content-type") ?? undefined, text),
    challenge: response.headers.get("www-authenticate"),
  };
}

const rejected = (status: number) => ({ status, issues: [] });

describe("bodies", () => {
  test.each(withBody)("%s rejects what is empty, of another type or none, or compressed", async (_id, route) => {
    const type = { "content-type": route.operation.body?.mediaType ?? "" };
    expect(await send(route, { headers: type, body: "" })).toMatchObject(rejected(400));
    for (const other of ["text/plain", "application/xml", "multipart/form-data; boundary=a"])
      expect(await send(route, { headers: { "content-type": other }, body: "{}" })).toMatchObject(rejected(415));
    const isJson = type["content-type"] === "application/json";
    // Without a type, JSON is read where JSON is taken: here a body that is no JSON.
    expect(await send(route, { body: Buffer.from("{") })).toMatchObject(rejected(isJson ? 400 : 415));
    expect(await send(route, { headers: { ...type, "content-encoding": "gzip" }, body: gzipSync("{}") })).toMatchObject(rejected(415));
  });

  test.each(withBody)("%s rejects more than a mebibyte with 413, and keeps none of it", async (_id, route) => {
    const type = { "content-type": route.operation.body?.mediaType ?? "" };
    expect(await send(route, { headers: type, body: Buffer.alloc(1_048_577, 32) })).toMatchObject(rejected(413));
    expect((await send(route, { headers: type, body: Buffer.alloc(1_048_576, 32) })).status).toBe(400);
  });

  test("of 64 megabytes, by length and in chunks without end, are rejected while memory stays bounded", async () => {
    const [, route] = withBody.find(([id]) => id === "createItem") as (typeof withBody)[number];
    const chunk = Buffer.alloc(65_536, 32);
    const before = process.memoryUsage().rss;
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += chunk.length;
        // No server is to wait for the end of this one.
        controller.enqueue(chunk);
        if (sent >= 67_108_864) controller.close();
      },
    });
    expect(await send(route, { headers: { "content-type": "application/json" }, body: endless })).toMatchObject(rejected(413));
    const port = servers.vault?.port ?? 0;
    const head = `POST ${route.path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${route.authorization}\r\nContent-Type: application/json\r\nContent-Length: 67108864\r\n\r\n`;
    const socket = connect(port, "127.0.0.1");
    socket.write(head);
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(answer.toString("latin1")).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
    expect((process.memoryUsage().rss - before) / 1_048_576, "mebibytes more than before").toBeLessThan(64);
  });
});

describe("sockets", () => {
  test("a thousand idle ones keep no one waiting", async () => {
    const port = servers.vault?.port ?? 0;
    const sockets: Socket[] = [];
    for (let index = 0; index < 1000; index += 1) sockets.push(connect(port, "127.0.0.1"));
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    expect((await fetch(`${servers.vault?.url}/heartbeat`)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  test("that never finish their headers or their body are closed in time, on each service", async () => {
    for (const emulator of [management, vault, events]) {
      const server = await serveEmulator(emulator, { headersTimeoutMs: 50, requestTimeoutMs: 100 });
      for (const begun of ["POST /x HTTP/1.1\r\nHost: loc", "POST /api/v2/auditevents HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{"]) {
        const socket = connect(server.port, "127.0.0.1");
        socket.write(begun);
        const answer = once(socket, "data") as Promise<[Buffer]>;
        const closed = once(socket, "close");
        expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 40[148] /);
        await closed;
      }
      await server.close();
    }
  });
});

describe("Authorization", () => {
  const secured = named(routes.filter(({ operation }) => operation.scheme === "bearer"));

  test.each(secured)("%s takes a token of its own alone: any other header is 401 with a challenge", async (_id, route) => {
    const token = route.authorization.slice("Bearer ".length);
    const type = { "content-type": route.operation.body?.mediaType ?? "application/json" };
    const bad = [
      token,
      `Basic ${btoa(`a:${token}`)}`,
      "Bearer",
      "Bearer ",
      `Bearer ${token}x`,
      `Bearer ${token}, Bearer ${token}`,
      `Bearer "${token}"`,
      `Token ${token}`,
    ];
    for (const authorization of bad) {
      const answer = await send({ ...route, authorization }, { headers: type });
      expect(answer, authorization).toMatchObject({ ...rejected(401), challenge: expect.stringMatching(/^Bearer\b/) });
    }
    expect((await send({ ...route, authorization: `bearer ${token}` }, { headers: type })).status).not.toBe(401);
  });

  test("a token of 100 kilobytes is rejected before anything reads it", async () => {
    const [, route] = secured[0] as (typeof secured)[number];
    expect((await fetch(`${servers[route.service]?.url}${route.path}`, { headers: { authorization: `Bearer ${"a".repeat(100_000)}` } })).status).toBe(431);
  });
});

describe("the way in", () => {
  test("is this machine's loopback address alone", async () => {
    const others = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    for (const { address } of others.filter(({ internal, family }) => !internal && family === "IPv4")) {
      const socket = connect(servers.vault?.port ?? 0, address);
      const [error] = (await once(socket, "error")) as [NodeJS.ErrnoException];
      expect(error.code).toBe("ECONNREFUSED");
    }
    expect(servers.vault?.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
  });

  test.each(["/faults", "/reset", "/clock", "/events", "/snapshot", "/__admin", "/admin/faults"])("has no %s that would change the emulator", async (path) => {
    for (const server of Object.values(servers)) {
      for (const method of ["GET", "POST", "DELETE"]) expect((await fetch(`${server.url}${path}`, { method })).status).toBe(404);
    }
  });
});

describe("an end without warning", () => {
  test("leaves nothing behind: the next start is as the first, without what was written", async () => {
    const titles: (readonly string[])[] = [];
    for (let start = 0; start < 2; start += 1) {
      const child = spawn(process.execPath, [COMMAND, "--port", "0", "--json"], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const exited = once(child, "exit");
      try {
        const [line] = (await once(child.stdout, "data")) as [Buffer];
        const { baseUrl, token } = (JSON.parse(String(line)) as { readonly vault: { readonly baseUrl: string; readonly token: string } }).vault;
        const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
        const [first] = (await (await fetch(`${baseUrl}/v1/vaults`, { headers })).json()) as { readonly id: string }[];
        const items = `${baseUrl}/v1/vaults/${first?.id}/items`;
        titles.push(((await (await fetch(items, { headers })).json()) as { readonly title: string }[]).map(({ title }) => title));
        const body = JSON.stringify({ title: "written before the end", category: "LOGIN", vault: { id: first?.id } });
        expect((await fetch(items, { method: "POST", headers, body })).status).toBe(200);
      } finally {
        child.kill("SIGKILL");
      }
      expect(await exited).toEqual([null, "SIGKILL"]);
    }
    expect(titles[1]).toEqual(titles[0]);
    expect(titles[1]).not.toContain("written before the end");
  });
});
