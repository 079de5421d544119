import { jsonResponse } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import type { VaultClient } from "../../src/index.ts";
import { resolveSecret, resolveSecrets } from "../../src/references.ts";
import { caught, clientOn } from "../support.ts";

const vaultId = "iihcwjkpp63v2nsmo436sdbeuu";
const itemId = "u32zhgb7j43k2omdbw7g2jcgsk";
const at = `${vaultId}/${itemId}`;
const id = (letter: string): string => letter.repeat(26);
const FILES = [
  { id: id("a"), name: "server.pem", text: "sentinel-pem" },
  { id: id("b"), name: "twin", text: "sentinel-one", section: { id: "s1" } },
  { id: id("c"), name: "twin", text: "sentinel-two" },
  { id: id("d"), name: "password", text: "sentinel-file" },
  { id: id("e"), name: "bytes", text: "\u00ff\u0000" },
  { id: id("f"), name: "huge", text: "", size: 5_000_000 },
];
const item = {
  id: itemId,
  title: "App",
  vault: { id: vaultId },
  category: "LOGIN",
  fields: [{ id: "p1", label: "password", value: "sentinel-password\u00e9" }],
  sections: [{ id: "s1", label: "TLS" }],
  files: FILES.map(({ text, ...file }) => ({ size: text.length, ...file })),
};

/** A server of one item with files, and the files that were asked for. */
function server(reply: (fileId: string) => Response | undefined = () => undefined) {
  const asked: string[] = [];
  const client: VaultClient = clientOn(async (url) => {
    const found = FILES.find((file) => url.includes(file.id));
    if (found === undefined) return jsonResponse(200, item);
    asked.push(found.name);
    const { text, ...file } = found;
    return reply(found.id) ?? jsonResponse(200, { ...file, size: text.length, content: btoa(text) });
  });
  return { asked, client };
}

describe("a reference to a file", () => {
  it("leads to it by name, section or id, where no field has the name; each file is read once", async () => {
    const { asked, client } = server();
    const values = await resolveSecrets(client, {
      name: `${at}/server.pem`,
      again: `${at}/${id("a")}`,
      section: `${at}/TLS/twin`,
      field: `${at}/password`,
      file: `${at}/${id("d")}`,
    });
    expect({ ...values }).toEqual({
      name: "sentinel-pem",
      again: "sentinel-pem",
      section: "sentinel-one",
      field: "sentinel-password\u00e9",
      file: "sentinel-file",
    });
    expect(asked.sort()).toEqual(["password", "server.pem", "twin"]);
  });

  it("has the bytes in Base64 with ?attribute=base64, as the values of fields", async () => {
    const { client } = server();
    const values = await resolveSecrets(client, { file: `${at}/bytes?attribute=base64`, field: `${at}/password?attribute=base64` });
    expect([...Buffer.from(values.file, "base64")]).toEqual([255, 0]);
    expect(Buffer.from(values.field, "base64").toString()).toBe("sentinel-password\u00e9");
  });

  it("says what leads to none, and shows no content", async () => {
    const { client } = server((file) => (file === id("a") ? jsonResponse(404, { status: 404, message: "file not found" }) : undefined));
    const error = await caught(
      resolveSecrets(client, {
        GONE: `${at}/server.pem`,
        TWO: `${at}/twin`,
        NONE: `${at}/none`,
        BYTES: `${at}/bytes`,
        HUGE: `${at}/huge`,
        GOOD: `${at}/TLS/twin`,
      }),
    );
    const where = `item ${itemId}`;
    expect(error).toMatchObject({
      failures: {
        GONE: "getFile failed with status 404: file not found",
        TWO: `${where} has more than one field or file with the name "twin": ${id("b")}, ${id("c")}; say which by its id`,
        NONE: `${where} has no field or file with the name "none"; there are "password", "server.pem", "twin", "twin", "password", "bytes", "huge"`,
        BYTES: `file ${id("e")} of ${where} is not text in UTF-8: end the reference with ?attribute=base64, or use --files of keywright-run`,
        HUGE: `file ${id("f")} has 5000000 bytes, and a reference reads at most 4194304: use fileStream`,
      },
    });
    expect(`${error.stack}${JSON.stringify(error)}`).not.toContain("sentinel");
  });

  it("needs a client that reads files", async () => {
    const { listVaults, listItems, getItem } = server().client;
    expect((await caught(resolveSecret({ listVaults, listItems, getItem }, `${at}/server.pem`))).message).toContain("getFile");
  });
});
