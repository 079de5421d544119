import { createEventsEmulator } from "@keywright/emulator";
import { createEventsClient, eventMatches, matchAction, requireFeatures } from "@keywright/events";
import { beforeEach, describe, expect, it } from "vitest";
import { emulators, resetEmulators } from "./emulators.ts";

const { events } = emulators;
const clientWith = (token: string) => createEventsClient({ baseUrl: "https://events.example.com", token, fetch: events.fetch });

beforeEach(resetEmulators);

describe("what a token may read, on the emulator", () => {
  it("lets a program begin whose token has all that it reads", async () => {
    const { features } = await requireFeatures(clientWith(events.token), ["auditevents", "itemusages", "signinattempts"]);
    expect(features).toEqual(["auditevents", "itemusages", "signinattempts"]);
  });

  it("stops a program before its first stream if a later one would fail", async () => {
    const client = clientWith(events.issueToken({ features: ["auditevents"] }));
    await expect(requireFeatures(client, ["auditevents", "signinattempts"])).rejects.toMatchObject({
      code: "missing-feature",
      missingFeatures: ["signinattempts"],
    });
    // What it saves the program from.
    await expect(client.listSignInAttempts().toArray({ max: 1 })).rejects.toMatchObject({ name: "ApiError", status: 401 });
  });

  it("says of a token that was taken away that it is not valid", async () => {
    const token = events.issueToken();
    events.revokeToken(token);
    await expect(requireFeatures(clientWith(token), ["auditevents"])).rejects.toMatchObject({ name: "ApiError", status: 401 });
  });
});

describe("events by their action, on the emulator", () => {
  it("sorts a stream with a value of a later server in it", async () => {
    const emulator = createEventsEmulator({ seed: { eventsPerStream: 0 } });
    const client = createEventsClient({ baseUrl: "https://events.example.com", token: emulator.token, fetch: emulator.fetch });
    emulator.appendEvents(
      "auditevents",
      { action: "create", object_type: "user" },
      { action: "teleport", object_type: "user" },
      { action: "delete", object_type: "vault" },
    );
    const lines: string[] = [];
    const users: (string | undefined)[] = [];
    for await (const event of client.listAuditEvents()) {
      lines.push(
        matchAction(event, { create: ({ object_type }) => `made a ${object_type}`, delete: ({ action }) => action }, ({ action }) => `other: ${action}`),
      );
      if (eventMatches(event, { object_type: "user" })) users.push(event.action);
    }
    expect(lines).toEqual(["made a user", "other: teleport", "delete"]);
    expect(users).toEqual(["create", "teleport"]);
  });
});
