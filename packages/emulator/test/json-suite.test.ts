import { withVectors } from "@keywright/tool-test-kit/testing";
import { describe, expect, test } from "vitest";
import { EVENTS_DOCUMENT } from "../src/generated/events.ts";
import { MANAGEMENT_DOCUMENT } from "../src/generated/management.ts";
import { VAULT_DOCUMENT } from "../src/generated/vault.ts";
import { createEventsEmulator, createManagementEmulator, createVaultEmulator } from "../src/index.ts";
import type { Json } from "../src/lib/core/schemas/operation-spec.ts";
import { contractOperations } from "./property/oracle.ts";

interface SuiteCase {
  readonly name: string;
  readonly verdict: "accept" | "reject" | "either";
  readonly base64: string;
}

const options = {
  onDefect: (defect: Error) => {
    throw defect;
  },
};
const vault = createVaultEmulator(options);
const management = createManagementEmulator({ ...options, seed: { auditEvents: 1 } });
const events = createEventsEmulator({ ...options, seed: { eventsPerStream: 1 } });
const item = vault.store.items.get(vault.fileItemUUID ?? "");

const PLACES: { readonly [name: string]: string | undefined } = {
  id: "3d2c7a10-6b1e-4f0c-9a55-2f7d8e4c1012",
  userId: "7e51c0f2-0d4b-4c6a-8b21-5a9e3d7f0002",
  vaultUUID: item?.vaultId,
  itemUUID: item?.id,
};

const routes = [
  { emulator: management, document: MANAGEMENT_DOCUMENT },
  { emulator: vault, document: VAULT_DOCUMENT },
  { emulator: events, document: EVENTS_DOCUMENT },
].flatMap(({ emulator, document }) =>
  contractOperations(document as Json)
    .filter(({ body }) => body?.mediaType.endsWith("json"))
    .map((operation) => ({ id: operation.id, operation, emulator })),
);

/** What is said of bytes that are no JSON; anything else is said of what they mean. */
const UNREADABLE = /is not valid JSON|is not UTF-8/;

describe("bodies that are no JSON", () => {
  test.each(routes.map((route) => [route.id, route] as const))("are rejected by %s with 400, and nothing is done", async (_id, { operation, emulator }) => {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => PLACES[name] ?? "");
    const statuses: number[] = [];
    for (const body of ["", "{", '{"a":}', "[1,]", "nul", '"\\x"', "{'a':1}", "\ufeff\ufeff{}"]) {
      const headers = { authorization: `Bearer ${emulator.token}`, "content-type": operation.body?.mediaType ?? "" };
      statuses.push((await emulator.fetch(`https://service.example.com${path}`, { method: operation.method, headers, body })).status);
    }
    expect(new Set(statuses)).toEqual(new Set([400]));
  });
});

withVectors<SuiteCase>("json-test-suite/parsing.json", (cases) => {
  describe("bodies of the public JSON suite", () => {
    test("are all there, and go to every route that takes JSON", () => {
      expect(cases).toHaveLength(318);
      expect(routes.map(({ id }) => id)).toEqual([
        "updatePerson",
        "patchScimUser",
        "createItem",
        "replaceItem",
        "patchItem",
        "listAuditEvents",
        "listItemUsages",
        "listSignInAttempts",
      ]);
    });

    test.each(routes.map((route) => [route.id, route] as const))(
      "are judged right by %s: what must be rejected is 400, what must be accepted is parsed",
      async (_id, { operation, emulator }) => {
        const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => PLACES[name] ?? "");
        const wrong: string[] = [];
        for (const { name, verdict, base64 } of cases) {
          const response = await emulator.fetch(`https://service.example.com${path}`, {
            method: operation.method,
            headers: { authorization: `Bearer ${emulator.token}`, "content-type": operation.body?.mediaType ?? "" },
            body: new Uint8Array(Buffer.from(base64, "base64")),
          });
          const text = await response.text();
          const issues = operation.replyIssues(response.status, response.headers.get("content-type") ?? undefined, text);
          const unreadable = UNREADABLE.test(text);
          const right = verdict === "reject" ? response.status === 400 : verdict === "accept" ? !unreadable : true;
          if (!right || issues.length > 0 || response.status >= 500) wrong.push(`${name}: ${response.status} ${text.slice(0, 200)} ${issues.join("; ")}`);
          // Nothing is left of the one before.
          if (response.status < 300) emulator.reset();
        }
        expect(wrong).toEqual([]);
      },
    );
  });
});
