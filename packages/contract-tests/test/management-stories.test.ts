import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createManagementEmulator, manualClock } from "@keywright/emulator";
import { createManagementClient, scimPatch } from "@keywright/management";
import { findCategory, flattenCategories } from "@keywright/management/categories";
import { getRun, waitForRun, waitingAction, waitingActions } from "@keywright/management/runs";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { emulators, resetEmulators } from "./emulators.ts";

const { management } = emulators;
const baseUrl = "https://management.example.com";
const clientWith = (token: string) => createManagementClient({ baseUrl, token, fetch: management.fetch });
const review = { workflowId: "5b0e6a5c-3f0e-4a53-9d2a-0c6f6d2c1a02", runId: "c2f4b1de-7a04-4a0b-8f35-1d9f3f0b7a12" };
const running = { workflowId: "5b0e6a5c-3f0e-4a53-9d2a-0c6f6d2c1a01", runId: "c2f4b1de-7a04-4a0b-8f35-1d9f3f0b7a14" };
const userId = "7e51c0f2-0d4b-4c6a-8b21-5a9e3d7f0002";

beforeEach(resetEmulators);

describe("a run that waits, on the emulator", () => {
  it("continues by its signals, one after the other, to its end", async () => {
    const client = clientWith(management.token);
    const waits = await getRun(client, review);
    expect(waitingActions(waits).map(({ name, stepId, stepName }) => [name, stepId, stepName])).toEqual([
      ["Approve", "step-1", "Wait for the review"],
      ["Reject", "step-1", "Wait for the review"],
    ]);
    await client.fireSignal({ href: waitingAction(waits, { name: "Approve" }).href });

    const again = await waitForRun(client, review, { stopAt: ["Waiting"] });
    expect(again.steps?.map(({ status }) => status)).toEqual(["Completed", "Completed", "Waiting", "NotStarted"]);
    expect(() => waitingAction(again, { name: "Approve" })).toThrow('has no action "Approve": it waits for "Archived"');
    await client.fireSignal({ href: waitingAction(again, { name: "Archived" }).href });

    await expect(waitForRun(client, review)).resolves.toMatchObject({ status: "Completed" });
  });

  it("rejects a signal that was fired already", async () => {
    const client = clientWith(management.token);
    const { href } = waitingAction(await getRun(client, review), { name: "Approve" });
    await client.fireSignal({ href });
    await expect(client.fireSignal({ href })).rejects.toMatchObject({ name: "ApiError", status: 404, operationId: "fireSignal" });
  });

  it("is not moved by a token without the scope", async () => {
    const { href } = waitingAction(await getRun(clientWith(management.token), review), { name: "Approve" });
    const weak = clientWith(management.issueToken({ scopes: ["Workflows.Runs.Read"] }));
    await expect(weak.fireSignal({ href })).rejects.toThrow("(the operation needs Workflows.Runs.Execute)");
    await expect(getRun(weak, review)).resolves.toMatchObject({ status: "Waiting" });
  });

  it("is not moved twice if the response to a signal is lost", async () => {
    const client = clientWith(management.token);
    const { href } = waitingAction(await getRun(client, review), { name: "Approve" });
    let sent = 0;
    const losing = createManagementClient({
      baseUrl,
      token: management.token,
      fetch: async (url, init) => {
        sent += 1;
        await management.fetch(url, init);
        throw new TypeError("fetch failed");
      },
    });
    await expect(losing.fireSignal({ href })).rejects.toMatchObject({ name: "ConnectionError", outcome: "unknown", stopReason: "write" });
    expect(sent).toBe(1);
    expect((await getRun(client, review)).steps?.map(({ status }) => status)).toEqual(["Completed", "Completed", "Waiting", "NotStarted"]);
  });

  it("ends its wait when a timer continues the run, a week later", async () => {
    const clock = manualClock("2026-03-10T09:00:00Z");
    const emulator = createManagementEmulator({ clock, seed: { auditEvents: 0 } });
    const record = emulator.store.runs.get(review.runId);
    if (record === undefined) throw new Error("the default state lacks the run that waits");
    // Without its second wait, which has no timer.
    emulator.store.runs.replace({ ...record, waits: {} });
    let token = emulator.token;
    const client = createManagementClient({
      baseUrl,
      token: { getToken: () => token, invalidate: () => (token = emulator.issueToken()) },
      fetch: emulator.fetch,
      clock,
    });
    const ended = await clock.runUntil(waitForRun(client, review, { clock, timeoutMs: Infinity, maxDelayMs: 6 * 3_600_000 }));
    expect(ended.status).toBe("Completed");
    expect(clock.wallNow()).toBeGreaterThan(Date.parse("2026-03-16T09:00:00Z"));
  });

  it("says in time that it has not ended", async () => {
    const clock = manualClock("2026-03-10T09:00:00Z");
    await expect(clock.runUntil(waitForRun(clientWith(management.token), running, { clock, timeoutMs: 120_000 }))).rejects.toMatchObject({
      name: "TimeoutError",
      message: "waitForRun: the run has not ended within 120000 ms and has the status InProgress: raise timeoutMs if it may take longer",
    });
  });

  it("differs from one that does not exist", async () => {
    const client = clientWith(management.token);
    await expect(getRun(client, { ...review, runId: "unknown" })).rejects.toMatchObject({ name: "LookupError", code: "not-found" });
    await expect(getRun(client, { ...review, workflowId: "unknown" })).rejects.toMatchObject({ name: "ApiError", status: 404 });
  });
});

describe("the address of a signal, over sockets", () => {
  const servers: Server[] = [];
  const seen: (string | undefined)[] = [];

  async function listen(answer: RequestListener): Promise<string> {
    const server = createServer(answer);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Sees whatever comes, with the token that came along. */
  const foreign = () =>
    listen((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(204).end();
    });

  afterEach(async () => {
    seen.length = 0;
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it("takes the token to no other server, however the address is written", async () => {
    const elsewhere = await foreign();
    const { port } = new URL(elsewhere);
    const own = await foreign();
    const client = createManagementClient({ baseUrl: own, token: "token-1" });
    const tricks = [
      elsewhere,
      `${own}@127.0.0.1:${port}/`,
      `//127.0.0.1:${port}/`,
      `/\\127.0.0.1:${port}/`,
      `http:\\\\127.0.0.1:${port}/`,
      `http:127.0.0.1:${port}/`,
      `http://user@${new URL(own).host}/`,
      `http://localhost:${port}/`,
      `http://127.1:${port}/`,
      `http://%31%32%37.0.0.1:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      ` ${elsewhere}`,
    ];
    for (const href of tricks) await expect(client.fireSignal({ href }), href).rejects.toMatchObject({ name: "ArgumentError" });
    expect(seen).toEqual([]);
    await client.fireSignal({ href: `${own}/signals/1` });
    expect(seen).toEqual(["Bearer token-1"]);
  });

  it.each([301, 302, 303, 307, 308])("takes the token nowhere by a redirect with status %i", async (status) => {
    const elsewhere = await foreign();
    const own = await listen((_request, response) => void response.writeHead(status, { location: `${elsewhere}/signals/1` }).end());
    const client = createManagementClient({ baseUrl: own, token: "token-1" });
    await expect(client.fireSignal({ href: `${own}/signals/1` })).rejects.toMatchObject({ code: "redirect-refused", status });
    expect(seen).toEqual([]);
  });
});

describe("a user who is patched, on the emulator", () => {
  it("has what the patch says, and all else as it was", async () => {
    const client = clientWith(management.token);
    const before = await client.patchScimUser({ userId, body: scimPatch().replace("active", true).body });
    const after = await client.patchScimUser({
      userId,
      body: scimPatch()
        .replace("active", false)
        .replace("name.familyName", "Leader")
        .replace(["emails", { type: "work" }, "value"], "leader@example.com")
        .add("roles", [{ value: "Member" }])
        .remove("title").body,
    });
    const { title: _gone, meta: _before, ...rest } = before;
    const { meta: _after, ...now } = after;
    expect(now).toEqual({
      ...rest,
      active: false,
      displayName: "Finance Leader",
      name: { ...rest.name, familyName: "Leader" },
      emails: rest.emails?.map((email) => (email.type === "work" ? { ...email, value: "leader@example.com" } : email)),
      roles: [...(rest.roles ?? []), expect.objectContaining({ value: "Member" })],
    });
  });

  it("has one address changed and one removed, whatever their types are", async () => {
    const client = clientWith(management.token);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }), { minLength: 3, maxLength: 3, selector: (type) => type.toLowerCase() }),
        async ([kept, changed, removed]) => {
          const emails = [kept, changed, removed].map((type, index) => ({ type: type as string, value: `a${index}@example.com`, primary: index === 0 }));
          await client.patchScimUser({ userId, body: scimPatch().replace("emails", emails).body });
          const { body } = scimPatch()
            .replace(["emails", { type: changed as string }, "value"], "changed@example.com")
            .remove(["emails", { type: removed as string }]);
          const user = await client.patchScimUser({ userId, body });
          expect(user.emails).toEqual([emails[0], { ...emails[1], value: "changed@example.com" }]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("fails with the service's reasons: a role that does not exist, and users whom someone else manages", async () => {
    const client = clientWith(management.token);
    await expect(client.patchScimUser({ userId, body: scimPatch().add("roles", [{ value: "Nobody" }]).body })).rejects.toMatchObject({ status: 400 });
    const managed = management.store.users.list(({ managedBy }) => managedBy !== undefined)[0];
    await expect(client.patchScimUser({ userId: managed?.id ?? "", body: scimPatch().replace("active", false).body })).rejects.toMatchObject({ status: 403 });
  });
});

describe("the tree of categories, on the emulator", () => {
  it("is a list with paths, in which each is found by its own", async () => {
    const tree = await clientWith(management.token).listAppCategories();
    const places = flattenCategories(tree);
    expect(places.slice(0, 3).map(({ path }) => path)).toEqual([["Finance"], ["Finance", "Accounting"], ["Finance", "Travel expenses"]]);
    for (const place of places) expect(findCategory(tree, place.path)).toEqual(place);
    expect(() => findCategory(tree, ["Finance", "Games"])).toThrow(
      'findCategory: "Finance" has no category "Games"; it has "Accounting", "Travel expenses", "Payroll"',
    );
  });
});
