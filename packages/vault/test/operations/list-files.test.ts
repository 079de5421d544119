import document from "@keywright/vault/openapi.json" with { type: "json" };
import { documentedResponses, expectDocumented, expectRejected, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { operations } from "../../src/generated/operations.ts";
import type { ListFilesInput } from "../../src/index.ts";
import { badIdsAs, expectIdRejected } from "./bad-ids.ts";
import { baseUrl, clientOn } from "../support.ts";

const input: ListFilesInput = { vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu", itemUUID: "u32zhgb7j43k2omdbw7g2jcgsk" };
const path = "/v1/vaults/iihcwjkpp63v2nsmo436sdbeuu/items/u32zhgb7j43k2omdbw7g2jcgsk/files";

describe("listFiles", () => {
  it("requests the item's files, with the token and without a query", async () => {
    const fetch = recordingFetch(jsonResponse(200, []));
    await clientOn(fetch).listFiles(input);
    expect(fetch.requests).toEqual([
      { method: "GET", url: `${baseUrl}${path}`, headers: { accept: "application/json", authorization: "Bearer token-1" }, body: undefined },
    ]);
  });

  it.each([true, false])("sends inline_content %s in the query", async (inline_content) => {
    const fetch = recordingFetch(jsonResponse(200, []));
    await clientOn(fetch).listFiles({ ...input, inline_content });
    expect(fetch.requests).toEqual([
      {
        method: "GET",
        url: `${baseUrl}${path}?inline_content=${inline_content}`,
        headers: { accept: "application/json", authorization: "Bearer token-1" },
        body: undefined,
      },
    ]);
  });

  it("sends the parameter's other name, inline_files, unchanged", async () => {
    const fetch = recordingFetch(jsonResponse(200, []));
    await clientOn(fetch).listFiles({ ...input, inline_files: true });
    expect(fetch.requests[0]?.url).toBe(`${baseUrl}${path}?inline_files=true`);
  });

  it("treats an undefined inline_content as missing", async () => {
    const fetch = recordingFetch(jsonResponse(200, []));
    await clientOn(fetch).listFiles({ ...input, ["inline_content" as string]: undefined });
    expect(fetch.requests[0]?.url).toBe(`${baseUrl}${path}`);
  });

  it.each(["true", "", 1, 0, {}])("rejects the inline_content %o, which is neither true nor false", async (inline_content) => {
    const error = await expectRejected((fetch) => clientOn(fetch).listFiles({ ...input, inline_content: inline_content as never }));
    expect(error.argument).toBe("inline_content");
  });

  it.each(badIdsAs("vaultUUID", "itemUUID"))("rejects $wrong as $parameter and sends nothing", async (bad) => {
    await expectIdRejected(bad, (fetch) => clientOn(fetch).listFiles({ ...input, [bad.parameter]: bad.id }));
  });

  it.each(["inlineFiles", "inlineContent", "fileUUID", "filter"])("rejects the unknown parameter %s and lists the known ones", async (name) => {
    const error = await expectRejected((fetch) => clientOn(fetch).listFiles({ ...input, [name]: true }));
    expect(error.argument).toBe(name);
    expect(error.message).toContain(`listFiles: ${name} is not known here: use vaultUUID, itemUUID, inline_content, inline_files; got `);
  });

  it.each(documentedResponses(document, operations.listFiles))("handles status $status ($example) as documented", async (answer) => {
    await expectDocumented(answer, (fetch) => clientOn(fetch).listFiles({ ...input, inline_content: true }));
  });
});
