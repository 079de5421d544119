import eventsContract from "@keywright/events/openapi.json" with { type: "json" };
import managementContract from "@keywright/management/openapi.json" with { type: "json" };
import vaultContract from "@keywright/vault/openapi.json" with { type: "json" };
import { expect, test } from "vitest";
import { createEventsEmulator, createManagementEmulator, createVaultEmulator, manualClock } from "../src/index.ts";

type Json = { readonly [name: string]: unknown };
type Examples = { readonly [name: string]: { readonly value: unknown } };

/** A request that a list's example tells how to make, and where in the contract the example stands. */
interface Shown {
  readonly where: string;
  readonly position: string;
}

const DEFAULT_STATE = { clock: manualClock("2026-03-02T12:00:00Z") };
const events = createEventsEmulator(DEFAULT_STATE);
const management = createManagementEmulator(DEFAULT_STATE);
const vault = createVaultEmulator(DEFAULT_STATE);

function at(holder: unknown, ...path: readonly string[]): Json {
  return path.reduce<unknown>((value, name) => (value as Json | undefined)?.[name], holder) as Json;
}

/** The positions in the named examples of an operation: those of its pages, and those of requests. */
function shownIn(definition: Json, positionOf: (value: unknown) => unknown): readonly Shown[] {
  const parts = {
    page: at(definition, "responses", "200", "content", "application/json"),
    request: at(definition, "requestBody", "content", "application/json"),
  };
  return Object.entries(parts).flatMap(([part, content]) =>
    Object.entries((content?.["examples"] ?? {}) as Examples).flatMap(([name, { value }]) => {
      const position = positionOf(value);
      return position === undefined ? [] : [{ where: `${part} ${name}`, position: String(position) }];
    }),
  );
}

const streams = { auditevents: "listAuditEvents", itemusages: "listItemUsages", signinattempts: "listSignInAttempts" } as const;

test.each(Object.entries(streams))("every cursor in the examples of /api/v2/%s opens the page behind it", async (stream, id) => {
  const definition = at(eventsContract, "paths", `/api/v2/${stream}`, "post");
  expect(definition["operationId"]).toBe(id);
  const shown = shownIn(definition, (value) => (value as { readonly cursor?: string }).cursor);
  expect(shown.map(({ where }) => where)).toEqual(["page first", "page middle", "page last", "page empty", "request continue"]);
  for (const { where, position } of shown) {
    const response = await events.fetch(`https://events.example.com/api/v2/${stream}`, {
      method: "POST",
      headers: { authorization: `Bearer ${events.token}`, "content-type": "application/json" },
      body: JSON.stringify({ cursor: position }),
    });
    const page = (await response.json()) as { readonly items: readonly { readonly uuid: string }[]; readonly cursor: string };
    expect([response.status, page.items.length], where).toEqual([200, 100]);
    const [, , before] = Buffer.from(position, "base64url").toString().split(":");
    expect(page.items[0], where).toEqual(events.store.stream(stream as keyof typeof streams).events[Number(before)]);
  }
});

test("a cursor of an example that lies behind the end of a smaller state, or of another stream, is 400", async () => {
  const small = createEventsEmulator({ seed: { eventsPerStream: 1 } });
  const definition = at(eventsContract, "paths", "/api/v2/auditevents", "post");
  const [{ position } = { position: "" }] = shownIn(definition, (value) => (value as { readonly cursor?: string }).cursor);
  for (const [emulator, stream] of [
    [small, "auditevents"],
    [events, "itemusages"],
  ] as const) {
    const response = await emulator.fetch(`https://events.example.com/api/v2/${stream}`, {
      method: "POST",
      headers: { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" },
      body: JSON.stringify({ cursor: position }),
    });
    expect(response.status).toBe(400);
  }
});

test("every position in the examples of the audit log opens the page behind the event that it names", async () => {
  const definition = at(managementContract, "paths", "/api/audit/v1/logs", "get");
  const afterOf = (url: string) => new URL(url).searchParams.get("after") ?? "";
  const links = Object.entries(at(definition, "responses", "200", "headers", "Link", "examples") as Examples);
  const [parameter] = (definition["parameters"] as readonly Json[]).filter(({ name }) => name === "after");
  const shown = [
    ...shownIn(definition, (value) => afterOf((value as { readonly next: string }).next)),
    ...links.map(([name, { value }]) => ({ where: `link ${name}`, position: afterOf(/<(.*)>/.exec(String(value))?.[1] ?? "") })),
    { where: "parameter", position: String(parameter?.["example"]) },
  ];
  expect(shown).toHaveLength(9);
  for (const { where, position } of shown) {
    const response = await management.fetch(`https://management.example.com/api/audit/v1/logs?limit=3&after=${position}`, {
      headers: { authorization: `Bearer ${management.token}` },
    });
    const { results, next } = (await response.json()) as { readonly results: readonly { readonly id: number }[]; readonly next: string };
    const behind = Number(position.split("-").at(-1));
    const ids = [1, 2, 3].map((more) => behind + more).filter((id) => id <= 48_218);
    expect([response.status, results.map(({ id }) => id)], where).toEqual([200, ids]);
    // As in the contract's empty page: the position stays.
    if (ids.length === 0) expect(afterOf(next), where).toBe(position);
  }
});

test("every offset in the examples of the activity opens a page", async () => {
  const definition = at(vaultContract, "paths", "/v1/activity", "get");
  const sizes = shownIn(definition, (value) => (value as readonly unknown[]).length).map(({ position }) => Number(position));
  const offsets = sizes.map((_size, index) => sizes.slice(0, index + 1).reduce((sum, size) => sum + size));
  expect(offsets).toEqual([3, 6, 8, 8]);
  for (const offset of offsets) {
    const response = await vault.fetch(`https://vault.example.com/v1/activity?limit=3&offset=${offset}`, {
      headers: { authorization: `Bearer ${vault.token}` },
    });
    expect([response.status, ((await response.json()) as unknown[]).length]).toEqual([200, 3]);
  }
});
