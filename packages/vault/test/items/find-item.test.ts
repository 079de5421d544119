import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { findItem } from "../../src/index.ts";
import { baseUrl, caught, clientOn } from "../support.ts";

const vaultUUID = "iihcwjkpp63v2nsmo436sdbeuu";
const portal = { id: "u32zhgb7j43k2omdbw7g2jcgsk", title: "Finance portal", vault: { id: vaultUUID }, category: "LOGIN", tags: ["finance", "production"] };
const other = { ...portal, id: "zkapfsoyz4cdjnva3vg73dlpor" };

const responses = (...items: readonly object[]) => recordingFetch(jsonResponse(200, items), jsonResponse(200, portal));

describe("findItem", () => {
  it("requests the items with the title, and reads the one", async () => {
    const fetch = responses(portal);
    expect(await findItem(clientOn(fetch), { vaultUUID, title: "Finance portal" })).toEqual(portal);
    expect(fetch.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET ${baseUrl}/v1/vaults/${vaultUUID}/items?filter=title%20eq%20%22Finance%20portal%22`,
      `GET ${baseUrl}/v1/vaults/${vaultUUID}/items/${portal.id}`,
    ]);
  });

  it("requests the items with a tag", async () => {
    const fetch = responses(portal);
    await findItem(clientOn(fetch), { vaultUUID, tag: "finance" });
    expect(fetch.requests[0]?.url).toBe(`${baseUrl}/v1/vaults/${vaultUUID}/items?filter=tag%20eq%20%22finance%22`);
  });

  it("distinguishes items with the same title by a tag, which is not sent", async () => {
    const fetch = responses({ ...other, tags: ["test"] }, portal);
    expect(await findItem(clientOn(fetch), { vaultUUID, title: "Finance portal", tag: "production" })).toEqual(portal);
    expect(fetch.requests[0]?.url).not.toContain("production");
  });

  it.each(['a"b', "a\\b", "a&b=c#d", "1+1", "ü 🔑", '" or tag eq "'])("escapes the title %j, so that it stays one value", async (title) => {
    const fetch = responses({ ...portal, title });
    await findItem(clientOn(fetch), { vaultUUID, title });
    expect(new URL(fetch.requests[0]?.url ?? "").searchParams.get("filter")).toBe(`title eq ${JSON.stringify(title)}`);
  });

  it("ignores archived and deleted items", async () => {
    expect(await findItem(clientOn(responses({ ...other, state: "ARCHIVED" }, portal)), { vaultUUID, title: "Finance portal" })).toEqual(portal);
  });

  it("reports that there is none, and lists those that exist, by one more request", async () => {
    const fetch = recordingFetch(
      jsonResponse(200, []),
      jsonResponse(200, [portal, { ...other, title: "Payroll" }, { ...other, title: "Old", state: "ARCHIVED" }]),
    );
    const error = await caught(findItem(clientOn(fetch), { vaultUUID, title: "Finance" }));
    expect(error).toMatchObject({ name: "LookupError", code: "not-found", operationId: "listItems", candidates: [] });
    expect(error.message).toBe(`findItem: vault ${vaultUUID} has no item with the title "Finance"; there are "Finance portal", "Payroll"`);
    expect(fetch.requests[1]?.url).toBe(`${baseUrl}/v1/vaults/${vaultUUID}/items`);
  });

  it("lists the existing tags if it searched for one", async () => {
    const fetch = recordingFetch(jsonResponse(200, []), jsonResponse(200, [portal, other]));
    const error = await caught(findItem(clientOn(fetch), { vaultUUID, tag: "finances" }));
    expect(error.message).toBe(`findItem: vault ${vaultUUID} has no item with the tag "finances"; there are "finance", "production"`);
  });

  it("says how many are archived or deleted", async () => {
    const archived = await caught(findItem(clientOn(responses({ ...portal, state: "DELETED" })), { vaultUUID, title: "Finance portal", tag: "finance" }));
    expect(archived.message).toBe(
      `findItem: vault ${vaultUUID} has no item with the title "Finance portal" and the tag "finance"; 1 archived or deleted items match`,
    );
  });

  it("names the ids of several, with their titles if these differ, ten at most", async () => {
    const error = await caught(findItem(clientOn(responses(portal, other)), { vaultUUID, title: "Finance portal" }));
    expect(error).toMatchObject({ code: "ambiguous", candidates: [portal.id, other.id] });
    expect(error.message).toBe(
      `findItem: vault ${vaultUUID} has more than one item with the title "Finance portal": ${portal.id}, ${other.id}; say which by its id`,
    );
    const many = Array.from({ length: 12 }, () => portal);
    const byTag = await caught(findItem(clientOn(responses(...many)), { vaultUUID, tag: "finance" }));
    expect(byTag.message).toContain(`${portal.id} ("Finance portal"), `);
    expect(byTag.message).toContain(" and 2 more; say which by its id");
  });

  it("rejects an unknown option, names itself in the error, and sends nothing", async () => {
    const fetch = recordingFetch();
    const error = await caught(findItem(clientOn(fetch), { vaultUUID, title: "Finance portal" }, { timeout: 5 } as never));
    expect(error).toMatchObject({ name: "ConfigurationError", message: "timeout is not an option of findItem; did you mean timeoutMs?" });
    expect(fetch.requests).toEqual([]);
  });

  it("takes the exact title if the server compares without case", async () => {
    expect(await findItem(clientOn(responses({ ...other, title: "finance portal" }, portal)), { vaultUUID, title: "Finance portal" })).toEqual(portal);
  });

  it("truncates a name in its message, and shows control characters as escapes", async () => {
    const { message } = await caught(
      findItem(clientOn(recordingFetch(jsonResponse(200, []), jsonResponse(200, []))), { vaultUUID, title: `\u001B[31m\n${"x".repeat(1000)}` }),
    );
    expect(message).toContain('"\\u001b[31m\\nxxx');
    expect(message.length).toBeLessThan(250);
  });

  it.each([
    [{ title: "" }, "title must be a string that is not empty; got an empty string"],
    [{ title: 5 }, "title must be a string that is not empty; got 5"],
    [{ title: "a", tag: null }, "tag must be a string that is not empty; got null"],
    [{}, "title or tag is needed; got nothing"],
    [{ vaultId: vaultUUID, title: "a" }, "vaultId is not known here: use vaultUUID, title, tag; got a string of 26 characters"],
    [{ vaultUUID: undefined, title: "a" }, "vaultUUID must match ^[\\da-z]{26}$; got nothing: if this is the name of a vault, get its id with findVault"],
    [
      { vaultUUID: "Production", title: "a" },
      "vaultUUID must match ^[\\da-z]{26}$; got a string of 10 characters: if this is the name of a vault, get its id with findVault",
    ],
  ])("rejects %j and sends nothing", async (query, message) => {
    const fetch = recordingFetch();
    const error = await caught(findItem(clientOn(fetch), { vaultUUID, ...query } as never));
    expect(error).toMatchObject({ name: "ArgumentError", message: `findItem: ${message}` });
    expect(fetch.requests).toEqual([]);
  });
});
