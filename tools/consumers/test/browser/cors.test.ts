import { createVaultClient } from "@keywright/vault";
import { describe, expect, inject, it } from "vitest";
import { IDS, meet, TOKEN } from "./bench.ts";

const ITEM = { vaultUUID: IDS.vaultUUID, itemUUID: IDS.itemUUID };

describe("on a page of another origin", () => {
  it("has another origin than the mocks and the fault server", () => {
    for (const address of [inject("mockUrls")["vault"] as string, inject("faultUrl")]) expect(new URL(address).origin).not.toBe(location.origin);
  });

  it("sends a mock a token, and may read each header of its response", async () => {
    const vault = createVaultClient({ baseUrl: inject("mockUrls")["vault"] as string, token: "any" });
    const { status, headers, body: data } = await vault.raw.getItem(ITEM);
    expect(status).toBe(200);
    expect(headers.get("content-length")).toMatch(/^\d+$/);
    expect(data.id).toBe(IDS.itemUUID);
  });

  it("sends method, credential and body as they are, once", async () => {
    const { vault, sent } = meet("good");
    await vault.patchItem({ ...ITEM, body: [{ op: "replace", path: "/title", value: "Grüße €" }] });
    expect(await sent()).toEqual([
      {
        method: "PATCH",
        target: `/v1/vaults/${IDS.vaultUUID}/items/${IDS.itemUUID}`,
        authorization: `Bearer ${TOKEN}`,
        body: '[{"op":"replace","path":"/title","value":"Grüße €"}]',
      },
    ]);
  });

  it("sends no cookie and no credential of the page's own", async () => {
    document.cookie = "session=of-the-page";
    // A cookie is of a host, whatever the port: the server is asked under the page's own.
    const atOwnHost = (url: unknown, init?: RequestInit): Promise<Response> =>
      fetch(Object.assign(new URL(String(url)), { hostname: location.hostname }), init);
    const withCookies = meet("good", { retry: false, fetch: (url, init) => atOwnHost(url, { ...init, credentials: "include" }) });
    await expect(withCookies.vault.getHealth()).rejects.toMatchObject({ code: "connection-failed" });
    expect(await withCookies.sent()).toMatchObject([{ cookie: "session=of-the-page" }]);
    const { vault, sent } = meet("good", { fetch: atOwnHost });
    await vault.getHealth();
    expect(await sent()).toEqual([{ method: "GET", target: "/health", body: "" }]);
  });
});
