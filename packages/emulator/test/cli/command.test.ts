import { request } from "node:http";
import { createServer, type Server } from "node:net";
import { describe, expect, test } from "vitest";
import { ask, runToEnd, start } from "./support.ts";

describe("keywright-emulator --json", () => {
  test("prints one line when all three services respond: addresses, credentials and ids to begin with", async () => {
    const { ready, printed } = await start();
    expect(printed().split("\n")).toEqual([JSON.stringify(ready), ""]);
    expect(Object.entries(ready).map(([service, facts]) => [service, Object.keys(facts as object)])).toEqual([
      ["management", ["baseUrl", "clientId", "clientSecret", "token"]],
      ["vault", ["baseUrl", "token", "deniedVaultUUID", "fileItemUUID", "fileUUID"]],
      ["events", ["baseUrl", "token"]],
    ]);
  });

  test("what it prints works: each token at its service, the ids in the first vault listed, the denied vault is 403", async () => {
    const { management, vault, events } = (await start()).ready;
    const [first] = (await (await ask(`${vault.baseUrl}/v1/vaults`, vault.token)).json()) as { id: string }[];
    const item = `${vault.baseUrl}/v1/vaults/${first?.id}/items/${vault.fileItemUUID}`;
    expect((await ask(`${item}/files/${vault.fileUUID}/content`, vault.token)).status).toBe(200);
    expect((await ask(`${vault.baseUrl}/v1/vaults/${vault.deniedVaultUUID}`, vault.token)).status).toBe(403);
    expect((await ask(`${events.baseUrl}/api/v2/auth/introspect`, events.token)).status).toBe(200);
    expect((await ask(`${management.baseUrl}/api/apps/v1/categories`, management.token)).status).toBe(200);
    const basic = Buffer.from(`${management.clientId}:${management.clientSecret}`).toString("base64");
    const issued = await fetch(`${management.baseUrl}/connect/token`, {
      method: "POST",
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: "client_credentials", scope: "Apps.Read" }),
    });
    expect(issued.status).toBe(200);
  });

  test("ends with 0 when it must stop, and its ports are free again", async () => {
    const { ready, stop } = await start();
    expect(await stop()).toBe(0);
    for (const { baseUrl } of [ready.management, ready.vault, ready.events]) await expect(fetch(baseUrl)).rejects.toThrow("fetch failed");
  });
});

describe("the text for people", () => {
  test("has addresses and tokens, and a request that works as it is", async () => {
    const { code, printed } = await runToEnd("--port", "0");
    expect([code, printed]).toEqual([0, expect.stringMatching(/^management {2}http:\/\/127\.0\.0\.1:\d+\n/)]);
    expect(printed).toMatch(/\ncurl -H "Authorization: Bearer vault-token-[a-z2-7]{26}" http:\/\/127\.0\.0\.1:\d+\/v1\/vaults\n/);
    expect(printed).not.toContain("control");
  });
});

/** Three free ports in a row, below those that systems give to whoever asks for any: a test beside this one cannot be given one of them meanwhile. */
async function freePorts(): Promise<number> {
  for (let first = 20_000 + (process.pid % 3000) * 3; first < 32_000; first += 3) {
    const probes = await Promise.all([0, 1, 2].map((more) => bind(first + more)));
    await Promise.all(probes.map((probe) => probe && new Promise((resolve) => probe.close(resolve))));
    if (probes.every((probe) => probe !== undefined)) return first;
  }
  throw new Error("no three ports in a row are free");
}

async function bind(port: number): Promise<Server | undefined> {
  const server = createServer();
  const listening = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
  });
  return listening ? server : undefined;
}

describe("--port", () => {
  test("is management's; vault and events have the two behind it", async () => {
    const port = await freePorts();
    const { ready } = await start("--port", String(port));
    expect([ready.management, ready.vault, ready.events].map(({ baseUrl }) => baseUrl)).toEqual([0, 1, 2].map((more) => `http://127.0.0.1:${port + more}`));
  });

  test("that is taken is said plainly, and the others are given back", async () => {
    const port = await freePorts();
    const taken = createServer().listen(port + 1, "127.0.0.1");
    await new Promise((resolve) => taken.once("listening", resolve));
    const { code, printed, complained } = await runToEnd("--port", String(port));
    await new Promise((resolve) => taken.close(resolve));
    expect([code, printed, complained]).toEqual([1, "", `port ${port + 1} of 127.0.0.1 is in use: use another port, or 0 for a free one\n`]);
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow("fetch failed");
  });
});

describe("--host and --allow-host", () => {
  test("an address that is not this machine's is said plainly", async () => {
    expect(await runToEnd("--port", "0", "--host", "192.0.2.1")).toMatchObject({ code: 1, complained: "192.0.2.1 is not an address of this machine\n" });
  });

  test("a host name gets a response only where it is allowed", async () => {
    const statusFor = (baseUrl: string) =>
      new Promise((resolve, reject) => {
        request(`${baseUrl}/heartbeat`, { headers: { host: "emulator" } }, (response) => resolve(response.resume().statusCode))
          .on("error", reject)
          .end();
      });
    expect(await statusFor((await start()).ready.vault.baseUrl)).toBe(421);
    expect(await statusFor((await start("--allow-host", "emulator")).ready.vault.baseUrl)).toBe(200);
  });
});

describe("--header", () => {
  test("is on every response of all services, as often as it is given", async () => {
    const { management, vault, events } = (await start("--header", "Example-Server-Version: 1.8.1", "--header", "x-note:a: b")).ready;
    for (const { baseUrl, token } of [management, vault, events]) {
      const { headers } = await ask(`${baseUrl}/nowhere`, token);
      expect([headers.get("example-server-version"), headers.get("x-note")]).toEqual(["1.8.1", "a: b"]);
    }
  });
});

describe("--log", () => {
  test("writes a line for each request on standard error, without queries and tokens", async () => {
    const { ready, complained, printed } = await start("--log");
    await ask(`${ready.vault.baseUrl}/v1/vaults?filter=${encodeURIComponent('name eq "Secret name"')}`, ready.vault.token);
    await ask(`${ready.events.baseUrl}/nowhere`, "some-token");
    const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
    expect(complained()).toMatch(new RegExp(`^${time} vault GET /v1/vaults 200 listVaults\n${time} events GET /nowhere 404 -\n$`));
    expect(complained()).not.toMatch(/Secret|token/);
    expect(printed().trimEnd().split("\n")).toHaveLength(1);
  });

  test("is quiet unless it is asked for", async () => {
    const { ready, complained } = await start();
    await ask(`${ready.vault.baseUrl}/v1/vaults`, ready.vault.token);
    expect(complained()).toBe("");
  });
});

describe("the usage", () => {
  test("is printed by --help", async () => {
    expect(await runToEnd("--help")).toMatchObject({ code: 0, printed: expect.stringMatching(/^Usage: keywright-emulator \[options\]/), complained: "" });
    expect(await runToEnd("-h", "--json")).toMatchObject({ code: 0 });
  });

  test.each([
    [["--port"], /argument missing|requires? a value|ambiguous/i],
    [["--port", "x"], /^--port must be a whole number of 0 to 65533; got x/],
    [["--port", "-1"], /--port/],
    [["--port", "65534"], /^--port must be a whole number of 0 to 65533; got 65534/],
    [["--port", "1.5"], /^--port must be a whole number/],
    [["--port", ""], /^--port must be a whole number/],
    [["--control-port", "65536"], /^--control-port must be a whole number of 0 to 65535; got 65536/],
    [["--header", "x-a"], /^--header must have the form 'Name: value'; got "x-a"/],
    [["--header", "x a: 1"], /^--header: "x a" is not the name of an HTTP header/],
    [["--header", "date: now"], /^--header: date is set by the transport/],
    [["--header", "x-a: 1", "--header", "X-A: 2"], /^--header X-A must not be repeated/],
    [["--host", ""], /^--host must be an address or a name/],
    [["--nonsense"], /^--nonsense is not an option of keywright-emulator\n/],
    [["--sceanrio", "brownout"], /^--sceanrio is not an option of keywright-emulator; did you mean --scenario\?\n/],
    [["record", "--upstraem", "https://vault.example.com"], /^--upstraem is not an option of keywright-emulator; did you mean --upstream\?\n/],
    [["--json=yes"], /--json/],
    [["start"], /^start is not a subcommand; there are compare, init, record, replay\n/],
    [["replya"], /^replya is not a subcommand; did you mean replay\?\n/],
  ])("%j is an error of usage: 2, with the reason and the usage", async (args, reason) => {
    const { code, printed, complained } = await runToEnd(...args);
    expect([code, printed]).toEqual([2, ""]);
    expect(complained).toMatch(reason);
    expect(complained).toContain("Usage: keywright-emulator");
  });
});
