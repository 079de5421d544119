import { inspect } from "node:util";
import document from "@keywright/vault/openapi.json" with { type: "json" };
import { documentedResponses, exampleResponse, expectDocumented, expectRejected, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { operations } from "../../src/generated/operations.ts";
import type { GetFileInput } from "../../src/index.ts";
import { badIdsAs, expectIdRejected } from "./bad-ids.ts";
import { baseUrl, clientOn } from "../support.ts";

const input: GetFileInput = { vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu", itemUUID: "u32zhgb7j43k2omdbw7g2jcgsk", fileUUID: "orpr6rjgurmv3bna34n5hdvlgb" };
const path = "/v1/vaults/iihcwjkpp63v2nsmo436sdbeuu/items/u32zhgb7j43k2omdbw7g2jcgsk/files/orpr6rjgurmv3bna34n5hdvlgb";

describe("getFile", () => {
  it("requests the file's path, with the token and without a query", async () => {
    const fetch = recordingFetch(jsonResponse(200, {}));
    await clientOn(fetch).getFile(input);
    expect(fetch.requests).toEqual([
      { method: "GET", url: `${baseUrl}${path}`, headers: { accept: "application/json", authorization: "Bearer token-1" }, body: undefined },
    ]);
  });

  it.each([true, false])("sends inline_content %s in the query", async (inline_content) => {
    const fetch = recordingFetch(jsonResponse(200, {}));
    await clientOn(fetch).getFile({ ...input, inline_content });
    expect(fetch.requests).toEqual([
      {
        method: "GET",
        url: `${baseUrl}${path}?inline_content=${inline_content}`,
        headers: { accept: "application/json", authorization: "Bearer token-1" },
        body: undefined,
      },
    ]);
  });

  it("returns a content_path unchanged and sends nothing there", async () => {
    const file = { id: input.fileUUID, content_path: "https://elsewhere.example.com/content" };
    const fetch = recordingFetch(jsonResponse(200, file));
    expect(await clientOn(fetch).getFile(input)).toEqual(file);
    expect(fetch.requests).toHaveLength(1);
  });

  it("returns a file that contains its content, but does not print it", async () => {
    const file = await clientOn(recordingFetch(exampleResponse(document, operations.getFile, "inline"))).getFile({ ...input, inline_content: true });
    expect(file.content).toMatch(/^UmVjb3Zl/);
    expect(inspect(file)).toContain("recovery-codes.txt");
    expect(inspect(file)).not.toContain("UmVjb3Zl");
  });

  it("says in its error that a file is too large to be sent inline", async () => {
    const refusal = jsonResponse(413, { status: 413, message: "file orpr6rjgurmv3bna34n5hdvlgb is too large to be returned inline" });
    const answer = clientOn(recordingFetch(refusal)).getFile({ ...input, inline_content: true });
    await expect(answer).rejects.toThrow("getFile failed with status 413: file orpr6rjgurmv3bna34n5hdvlgb is too large to be returned inline");
  });

  it.each(["true", "", 1, 0, {}])("rejects the inline_content %o, which is neither true nor false", async (inline_content) => {
    const error = await expectRejected((fetch) => clientOn(fetch).getFile({ ...input, inline_content: inline_content as never }));
    expect(error.argument).toBe("inline_content");
  });

  it.each(badIdsAs("vaultUUID", "itemUUID", "fileUUID"))("rejects $wrong as $parameter and sends nothing", async (bad) => {
    await expectIdRejected(bad, (fetch) => clientOn(fetch).getFile({ ...input, [bad.parameter]: bad.id }));
  });

  it.each(["inlineFiles", "inlineContent", "fileUuid", "filter"])("rejects the unknown parameter %s and lists the known ones", async (name) => {
    const error = await expectRejected((fetch) => clientOn(fetch).getFile({ ...input, [name]: true }));
    expect(error.argument).toBe(name);
    expect(error.message).toContain(`getFile: ${name} is not known here: use vaultUUID, itemUUID, fileUUID, inline_content, inline_files; got `);
  });

  it.each(documentedResponses(document, operations.getFile))("handles status $status ($example) as documented", async (answer) => {
    await expectDocumented(answer, (fetch) => clientOn(fetch).getFile({ ...input, inline_content: true }));
  });
});
