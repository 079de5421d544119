import { isApiError } from "@keywright/core";
import { createVaultClient, type NewItem, type VaultClient } from "@keywright/vault";
import { listItemsFilter, listVaultsFilter } from "@keywright/vault/filters";
import document from "@keywright/vault/openapi.json" with { type: "json" };
import { operations } from "@keywright/vault/operations";
import { describe, expect } from "vitest";
import { createCheck, sentBy } from "./session.ts";
import { createShapes } from "./shapes.ts";
import type { ServiceTarget } from "./target.ts";
import { collectPages, expectWholeWalk, itemsOf } from "./walk.ts";

/** The vaults of a target. */
export interface VaultData {
  readonly vaultUUID: string;
  readonly vaultName: string;
  /** An item of that vault with a password field and the file. */
  readonly itemUUID: string;
  readonly itemTitle: string;
  /** A file of that item, small enough to be inline. */
  readonly fileUUID: string;
  readonly fileName: string;
  /** An item of that vault that can be replaced. */
  readonly replaceableItemUUID: string;
  /** An item of that vault that can be deleted. */
  readonly deletableItemUUID: string;
  /** Page size, so small that there are at least three pages of activity. */
  readonly pageLimit: number;
}

/** A vault server. */
export interface VaultTarget extends ServiceTarget {
  /** Differences from the contract's examples. */
  readonly data?: Partial<VaultData>;
}

const EXAMPLES: VaultData = {
  vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu",
  vaultName: "Production",
  itemUUID: "u32zhgb7j43k2omdbw7g2jcgsk",
  itemTitle: "Finance portal",
  fileUUID: "orpr6rjgurmv3bna34n5hdvlgb",
  fileName: "recovery-codes.txt",
  replaceableItemUUID: "zkapfsoyz4cdjnva3vg73dlpor",
  deletableItemUUID: "u32zhgb7j43k2omdbw7g2jcgsk",
  pageLimit: 3,
};

const ID = /^[\da-z]{26}$/;

/** Registers the tests that every vault server must pass. */
export function testVaultService(target: VaultTarget): void {
  const data = { ...EXAMPLES, ...target.data };
  const check = createCheck<VaultClient>(createVaultClient, target);
  const expectShape = createShapes(document);
  const { vaultUUID, itemUUID, fileUUID } = data;
  const vaultPath = `/v1/vaults/${vaultUUID}`;
  const itemPath = `${vaultPath}/items/${itemUUID}`;
  const filePath = `${itemPath}/files/${fileUUID}`;

  describe(`the vault server on ${target.name}`, () => {
    describe("vaults", () => {
      check("listVaults returns the vaults of the token by id and name", async ({ client, requests, token }) => {
        const vaults = await client.listVaults();
        expectShape(operations.listVaults, vaults);
        expect(vaults).toContainEqual(expect.objectContaining({ id: vaultUUID, name: data.vaultName }));
        expect(requests).toEqual([sentBy(token, "GET", "/v1/vaults")]);
      });

      check("listVaults takes a filter", async ({ client, requests, token }) => {
        const filter = listVaultsFilter.eq("name", data.vaultName);
        const vaults = await client.listVaults({ filter });
        if (target.stateful) expect(vaults.map(({ name }) => name)).toEqual([data.vaultName]);
        expect(requests).toEqual([sentBy(token, "GET", `/v1/vaults?filter=${encodeURIComponent(filter)}`)]);
      });

      check("getVault returns the vault of the id", async ({ client, requests, token }) => {
        const vault = await client.getVault({ vaultUUID });
        expectShape(operations.getVault, vault);
        expect(vault).toMatchObject({ id: vaultUUID, name: data.vaultName });
        expect(requests).toEqual([sentBy(token, "GET", vaultPath)]);
      });
    });

    describe("items", () => {
      check("listItems returns the items of a vault without fields and sections", async ({ client, requests, token }) => {
        const items = await client.listItems({ vaultUUID });
        expectShape(operations.listItems, items);
        expect(items).toContainEqual(expect.objectContaining({ id: itemUUID, title: data.itemTitle }));
        for (const item of items) {
          expect(item.vault.id).toBe(vaultUUID);
          expect(item).not.toHaveProperty("fields");
          expect(item).not.toHaveProperty("sections");
        }
        expect(requests).toEqual([sentBy(token, "GET", `${vaultPath}/items`)]);
      });

      check("listItems takes a filter", async ({ client, requests, token }) => {
        const filter = listItemsFilter.eq("title", data.itemTitle);
        const items = await client.listItems({ vaultUUID, filter });
        if (target.stateful) expect(items.map(({ title }) => title)).toEqual([data.itemTitle]);
        expect(requests).toEqual([sentBy(token, "GET", `${vaultPath}/items?filter=${encodeURIComponent(filter)}`)]);
      });

      check("getItem returns the item of the id with its fields", async ({ client, requests, token }) => {
        const item = await client.getItem({ vaultUUID, itemUUID });
        expectShape(operations.getItem, item);
        expect(item).toMatchObject({ id: itemUUID, title: data.itemTitle, vault: { id: vaultUUID } });
        expect(item.fields).toContainEqual(expect.objectContaining({ purpose: "PASSWORD", value: expect.stringMatching(/./) }));
        expect(requests).toEqual([sentBy(token, "GET", itemPath)]);
      });

      check("createItem returns the item as it was stored, with a password that the server has made", async ({ client, requests, token }) => {
        const body = newItem(vaultUUID);
        const item = await client.createItem({ vaultUUID, body });
        expectShape(operations.createItem, item);
        expect(item).toMatchObject({ id: expect.stringMatching(ID), title: "Payroll portal", category: "LOGIN", vault: { id: vaultUUID } });
        expect(item.fields?.find(({ purpose }) => purpose === "PASSWORD")?.value).toMatch(/^[A-Za-z\d]{24}$/);
        expect(requests).toEqual([sentBy(token, "POST", `${vaultPath}/items`, { body: body })]);
      });

      check("replaceItem returns the item that took the other one's place", async ({ client, requests, token }) => {
        const body = {
          title: "Guest network, ground floor",
          vault: { id: vaultUUID },
          category: "WIRELESS_ROUTER",
          tags: ["office"],
          fields: [{ id: "password", type: "CONCEALED", label: "wireless password", value: "example-password-4" }],
        };
        const item = await client.replaceItem({ vaultUUID, itemUUID: data.replaceableItemUUID, body });
        expectShape(operations.replaceItem, item);
        expect(item).toMatchObject({ id: data.replaceableItemUUID, title: body.title, category: body.category });
        expect(requests).toEqual([sentBy(token, "PUT", `${vaultPath}/items/${data.replaceableItemUUID}`, { body: body })]);
      });

      check("replaceItem takes back whatever getItem gave", async ({ client, requests, token }) => {
        const item = await client.getItem({ vaultUUID, itemUUID });
        await client.replaceItem({ vaultUUID, itemUUID, body: item });
        expect(requests[1]).toEqual(sentBy(token, "PUT", itemPath, { body: item }));
      });

      check("patchItem returns the item after the changes", async ({ client, requests, token }) => {
        const body = [{ op: "replace" as const, path: "/fields/password/value", value: "example-password-2" }];
        const item = await client.patchItem({ vaultUUID, itemUUID, body });
        expectShape(operations.patchItem, item);
        expect(item.id).toBe(itemUUID);
        expect(item.fields?.find(({ id }) => id === "password")?.value).toBe("example-password-2");
        expect(requests).toEqual([sentBy(token, "PATCH", itemPath, { body: body })]);
      });

      check("patchItem takes an empty list, which changes nothing", async ({ client, requests, token }) => {
        const item = await client.patchItem({ vaultUUID, itemUUID, body: [] });
        expect(item.id).toBe(itemUUID);
        expect(requests).toEqual([sentBy(token, "PATCH", itemPath, { body: [] })]);
      });

      check("deleteItem returns no body", async ({ client, requests, responses, token }) => {
        expect(await client.deleteItem({ vaultUUID, itemUUID: data.deletableItemUUID })).toBeUndefined();
        expect(responses.map(({ status }) => status)).toEqual([204]);
        expect(requests).toEqual([sentBy(token, "DELETE", `${vaultPath}/items/${data.deletableItemUUID}`)]);
      });

      if (target.stateful) {
        check("an item is read, changed and gone as it was written", async ({ client }) => {
          const created = await client.createItem({ vaultUUID, body: newItem(vaultUUID) });
          const at = { vaultUUID, itemUUID: created.id };
          expect(await client.getItem(at)).toEqual(created);
          await client.patchItem({ ...at, body: [{ op: "replace", path: "/title", value: "Payroll portal, Europe" }] });
          expect((await client.getItem(at)).title).toBe("Payroll portal, Europe");
          await client.deleteItem(at);
          const rejection: unknown = await client.getItem(at).catch((error: unknown) => error);
          expect(isApiError(rejection, 404)).toBe(true);
        });
      }
    });

    describe("files", () => {
      check("listFiles returns the files of an item", async ({ client, requests, token }) => {
        const files = await client.listFiles({ vaultUUID, itemUUID });
        expectShape(operations.listFiles, files);
        expect(files).toContainEqual(expect.objectContaining({ id: fileUUID, name: data.fileName }));
        expect(requests).toEqual([sentBy(token, "GET", `${itemPath}/files`)]);
      });

      check("listFiles is asked for content by a word, true", async ({ client, requests, token }) => {
        const files = await client.listFiles({ vaultUUID, itemUUID, inline_content: true });
        if (target.stateful) expect(files.every(({ content }) => typeof content === "string")).toBe(true);
        expect(requests).toEqual([sentBy(token, "GET", `${itemPath}/files?inline_content=true`)]);
      });

      check("getFile returns the file of the id", async ({ client, requests, token }) => {
        const file = await client.getFile({ vaultUUID, itemUUID, fileUUID });
        expectShape(operations.getFile, file);
        expect(file).toMatchObject({ id: fileUUID, name: data.fileName });
        expect(requests).toEqual([sentBy(token, "GET", filePath)]);
      });

      check("getFileContent returns as many bytes as it announces, and the file's name", async ({ client, requests, token }) => {
        const { body: content, headers } = await client.raw.getFileContent({ vaultUUID, itemUUID, fileUUID });
        const bytes = await content.bytes();
        expect(content.mediaType).toBe("application/octet-stream");
        expect(content.sizeBytes).toBe(bytes.length);
        expect(headers.get("content-disposition")).toContain(data.fileName);
        // A client cannot compare the length of compressed bytes, so it must only accept identity.
        const { "accept-encoding": encoding = "identity", ...others } = requests[0]?.headers ?? {};
        expect(encoding).toBe("identity");
        expect(requests).toHaveLength(1);
        expect({ ...requests[0], headers: others }).toEqual({
          ...sentBy(token, "GET", `${filePath}/content`, { accept: "application/octet-stream, application/json" }),
        });
      });

      if (target.stateful) {
        check("getFileContent returns the bytes that are inline in getFile", async ({ client }) => {
          const file = await client.getFile({ vaultUUID, itemUUID, fileUUID, inline_content: true });
          const content = await client.getFileContent({ vaultUUID, itemUUID, fileUUID });
          expect(Buffer.from(await content.bytes()).toString("base64")).toBe(file.content);
        });
      }
    });

    describe("listActivity", () => {
      const limit = data.pageLimit;
      const path = (offset: number): string => `/v1/activity?limit=${limit}&offset=${offset}`;

      check("returns a bare array of records", async ({ client, requests, token }) => {
        const { body: records } = await client.raw.listActivity();
        expectShape(operations.listActivity, records);
        expect(requests).toEqual([sentBy(token, "GET", "/v1/activity")]);
      });

      check("is walked from its first page to the empty one that ends it, by the number of records received", async ({ client, requests, token }) => {
        const pages = await collectPages(client.listActivity({ limit }));
        expectWholeWalk(pages, limit);
        expect(pages.at(-1)?.items).toEqual([]);
        expect(requests).toEqual([
          sentBy(token, "GET", `/v1/activity?limit=${limit}`),
          ...pages.slice(0, -1).map(({ resumeAt }) => sentBy(token, "GET", path(resumeAt))),
        ]);
        expect(pages.map(({ resumeAt }) => resumeAt)).toEqual(pages.map((_, index) => itemsOf(pages.slice(0, index + 1)).length));
      });

      // A stateful server records these requests too, so records move between walks.
      if (!target.stateful) {
        check("goes on at any offset that was kept", async ({ client }) => {
          const pages = await collectPages(client.listActivity({ limit }));
          for (const [index, { resumeAt }] of pages.entries()) {
            const rest = await collectPages(client.listActivity({ limit, offset: resumeAt }));
            expect(itemsOf(rest)).toEqual(itemsOf(pages.slice(index + 1)));
          }
        });
      }
    });

    describe("the server itself", () => {
      check("getHeartbeat is a single period, and no token is sent for it", async ({ client, requests }) => {
        expect(await client.getHeartbeat()).toBe(".");
        expect(requests).toEqual([{ method: "GET", path: "/heartbeat", headers: { accept: "text/plain" }, body: undefined }]);
      });

      check("getHealth returns name, version and dependencies, and no token is sent for it", async ({ client, requests }) => {
        expectShape(operations.getHealth, await client.getHealth());
        expect(requests).toEqual([{ method: "GET", path: "/health", headers: { accept: "application/json" }, body: undefined }]);
      });

      check("getMetrics returns lines of plain text, and no token is sent for it", async ({ client, requests }) => {
        const text = await client.getMetrics();
        expect(text).toMatch(/^# HELP \w+ .+\n# TYPE \w+ \w+\n/);
        expect(text).toMatch(/^[a-z]\w*(\{.*\})? [\d.]+$/m);
        expect(requests).toEqual([{ method: "GET", path: "/metrics", headers: { accept: "text/plain" }, body: undefined }]);
      });
    });
  });
}

function newItem(vaultUUID: string): NewItem {
  return {
    title: "Payroll portal",
    vault: { id: vaultUUID },
    category: "LOGIN",
    fields: [
      { purpose: "USERNAME", value: "finance-lead" },
      { purpose: "PASSWORD", generate: true, recipe: { length: 24, characterSets: ["LETTERS", "DIGITS"] } },
    ],
  };
}
