import { jsonResponse } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { caught } from "../support.ts";
import { noConnection, pathForTest, start, status } from "../node/offline/support.ts";
import { type Answer, database, Server, watched } from "./support.ts";

const PEM = "Production/Database/server.pem";
const file = { id: "f".repeat(26), name: "server.pem" };

/** A server whose item Database has a file. */
function serverOf(content: string) {
  const server = new Server();
  const state: { content: string; reply: Answer } = { content, reply: () => undefined };
  server.set({ id: database, files: [file] });
  server.answer = (path) => (path.includes("/files/") ? (state.reply(path) ?? jsonResponse(200, { ...file, content: btoa(state.content) })) : undefined);
  return { server, state };
}

describe("a file of an item, by reference", () => {
  it("is read again when the item has changed, and at the next poll if it could not be read", async () => {
    const { server, state } = serverOf("sentinel-one");
    const { secrets, changes, events, poll } = await watched(server, { references: [PEM] });
    expect(secrets.get(PEM)).toBe("sentinel-one");
    server.takeRequests();
    await poll();
    expect(server.takeRequests()).toHaveLength(1);
    server.set({ id: database });
    state.content = "sentinel-two";
    state.reply = status(404);
    await poll();
    expect([secrets.get(PEM), changes, events.filter(({ type }) => type === "failure")]).toMatchObject(["sentinel-one", [], [{ failures: 1 }]]);
    state.reply = () => undefined;
    await poll();
    expect([secrets.get(PEM), changes]).toMatchObject(["sentinel-two", [{ reference: PEM, kind: "changed", version: 3 }]]);
    server.set({ id: database, files: [] });
    await poll();
    expect(changes.map(({ kind }) => kind)).toEqual(["changed", "removed"]);
  });

  it("comes from the offline copy while it cannot be read, unless the item has changed since", async () => {
    const { server, state } = serverOf("sentinel-one");
    const path = await pathForTest();
    const references = [PEM];
    await start(server, path, { references });
    state.reply = status(503);
    const { values, events } = await start(server, path, { references });
    expect([values, events]).toMatchObject([{ [PEM]: "sentinel-one" }, [{ type: "offline-copy", items: 1 }]]);
    server.set({ id: database });
    expect(await caught(start(server, path, { references }))).toMatchObject({ name: "ApiError", status: 503 });
  });

  it("is not in the offline copy after 404", async () => {
    const { server, state } = serverOf("sentinel-one");
    const path = await pathForTest();
    const references = [PEM];
    await start(server, path, { references });
    state.reply = status(404);
    expect(await caught(start(server, path, { references }))).toMatchObject({ code: "unresolved-references" });
    server.answer = noConnection;
    expect(await caught(start(server, path, { references }))).toMatchObject({ code: "connection-failed" });
  });
});
