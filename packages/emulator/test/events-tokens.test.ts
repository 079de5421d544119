import { isApiError } from "@keywright/events";
import { describe, expect, test } from "vitest";
import { clientOf, poll, send, SMALL_SEED, testEmulator } from "./support.ts";

const STREAMS = ["auditevents", "itemusages", "signinattempts"] as const;

describe("introspect", () => {
  test("reports the integration, when the token was issued, its features and its account", async () => {
    const emulator = testEmulator({ seed: SMALL_SEED });
    expect(await clientOf(emulator).introspect()).toEqual({
      uuid: "LSMSHGFAABQP6KYYNE7MWQZOHN",
      issued_at: "2026-03-01T00:00:00Z",
      features: ["auditevents", "itemusages", "signinattempts"],
      account_uuid: "2SRS3PIO66QACHQIIZS7IZLEVA",
    });
  });

  test("accepts any valid token, whatever its features", async () => {
    const emulator = testEmulator({ seed: SMALL_SEED });
    const token = emulator.issueToken({ features: ["itemusages"] });
    expect(await clientOf(emulator, token).introspect()).toMatchObject({ features: ["itemusages"], issued_at: "2026-03-02T12:00:00.000Z" });
  });

  test("cannot be of a token without features, because it has at least one", () => {
    expect(() => testEmulator({ seed: SMALL_SEED }).issueToken({ features: [] })).toThrow("features must be an array of at least one string; got an array");
  });

  test("rejects without a token and with one that is not valid, in the service's dialect", async () => {
    const emulator = testEmulator({ seed: SMALL_SEED });
    const missing = await send(emulator, "/api/v2/auth/introspect", { headers: {} });
    expect([missing.status, missing.body, missing.headers.get("www-authenticate")]).toEqual([
      401,
      { status: 401, message: "There is no token to introspect" },
      "Bearer",
    ]);
    const invalid = await send(emulator, "/api/v2/auth/introspect", { headers: { authorization: "Bearer nobody" } });
    expect([invalid.status, invalid.body, invalid.headers.get("www-authenticate")]).toEqual([
      401,
      { status: 401, message: "The token to introspect is not valid" },
      'Bearer error="invalid_token"',
    ]);
  });
});

describe("features", () => {
  test.each(STREAMS)("%s opens its own stream and no other: the others return 401", async (feature) => {
    const emulator = testEmulator({ seed: SMALL_SEED });
    const token = emulator.issueToken({ features: [feature] });
    for (const stream of STREAMS) {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const { status, body } = await send(emulator, `/api/v2/${stream}`, { method: "POST", body: "{}", headers });
      expect([status, body]).toEqual(
        stream === feature ? [200, expect.anything()] : [401, { status: 401, message: `The token may not use the feature ${stream}` }],
      );
    }
  });

  test("a client gets the 401 as an error with the message", async () => {
    const emulator = testEmulator({ seed: SMALL_SEED });
    const error: unknown = await clientOf(emulator, emulator.issueToken({ features: ["itemusages"] }))
      .listAuditEvents()
      .toArray({ max: 1 })
      .catch((caught: unknown) => caught);
    expect(isApiError(error, 401) && error.body).toEqual({ status: 401, message: "The token may not use the feature auditevents" });
  });
});

describe("the life of a token", () => {
  test("ends at its expiry, to the second, by the emulator's clock", async () => {
    const emulator = testEmulator({ seed: SMALL_SEED });
    const events = clientOf(emulator, emulator.issueToken({ expiresInSeconds: 60 }));
    emulator.clock.advance(59_999);
    await events.introspect();
    emulator.clock.advance(1);
    await expect(events.introspect()).rejects.toMatchObject({ status: 401, body: { message: "The token to introspect is expired" } });
  });

  test("ends in the middle of a walk, and a new token goes on from the cursor", async () => {
    const emulator = testEmulator();
    const old = emulator.issueToken({ expiresInSeconds: 60 });
    const seen: string[] = [];
    let cursor: string | undefined;
    const walk = async () => {
      for await (const page of clientOf(emulator, old).listAuditEvents({ start_time: "2026-03-01T12:00:00Z", limit: 50 }).pages()) {
        seen.push(...page.items.map(({ uuid }) => uuid));
        cursor = page.resumeAt;
        emulator.clock.advance(25_000);
      }
    };
    await expect(walk()).rejects.toMatchObject({ status: 401 });
    expect(seen.length).toBeGreaterThan(0);
    for await (const event of clientOf(emulator).listAuditEvents({ cursor: cursor as string })) seen.push(event.uuid);
    const all = emulator.store.stream("auditevents").events.filter(({ timestamp }) => timestamp >= "2026-03-01T12:00:00");
    expect(seen).toEqual(all.map(({ uuid }) => uuid));
  });

  test("ends when it is revoked", async () => {
    const emulator = testEmulator({ seed: SMALL_SEED });
    emulator.revokeToken("small-token");
    expect((await poll(emulator, "auditevents", {})).status).toBe(401);
  });
});

describe("what is not part of the service", () => {
  test("is rejected in its dialect", async () => {
    const emulator = testEmulator({ seed: SMALL_SEED });
    expect(await send(emulator, "/api/v1/auditevents", { method: "POST", body: "{}" })).toMatchObject({ status: 404, body: { status: 404 } });
    const wrong = await send(emulator, "/api/v2/auditevents");
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
  });
});
