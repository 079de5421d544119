import { describe, expect, test } from "vitest";
import { clientOf, IDS, LOGIN_PATH, errorResponse, send, testVault } from "./support.ts";

const FILES = `${LOGIN_PATH}/files`;
const KILOBYTE = 1024;
const details = { id: IDS.codes, name: "codes.txt", size: 8, content_path: `${FILES}/${IDS.codes}/content`, section: { id: "security" } };

describe("listFiles and getFile", () => {
  test.each(["", "?inline_content=false"])("give the details without content%s", async (query) => {
    expect(await send(testVault(), `${FILES}${query}`)).toMatchObject({ status: 200, body: [details] });
    expect((await send(testVault(), `${FILES}/${IDS.codes}${query}`)).body).toEqual(details);
  });

  test("with inline_content give the bytes in Base64", async () => {
    const inline = { ...details, content: Buffer.from("one\ntwo\n").toString("base64") };
    expect((await send(testVault(), `${FILES}?inline_content=true`)).body).toEqual([inline]);
    expect((await send(testVault(), `${FILES}/${IDS.codes}?inline_content=true`)).body).toEqual(inline);
  });

  test("of an item without files give an empty list", async () => {
    expect((await send(testVault(), `/v1/vaults/${IDS.vault}/items/${IDS.note}/files?inline_content=true`)).body).toEqual([]);
  });

  test.each(["yes", "1", "TRUE", "", "true&inline_content=true"])("inline_content=%s is 400", async (value) => {
    for (const path of [FILES, `${FILES}/${IDS.codes}`]) expect((await send(testVault(), `${path}?inline_content=${value}`)).status).toBe(400);
    if (!value.includes("&"))
      expect(await send(testVault(), `${FILES}?inline_content=${value}`)).toMatchObject(errorResponse(400, "inline_content must be true or false"));
  });

  test.each(["inline_files=true", "inline_content=true&inline_files=true", "inline_content=false&inline_files=true", "inline_content=true&inline_files=false"])(
    "the parameter has two names, and one that is true is enough: %s",
    async (query) => {
      const inline = { ...details, content: Buffer.from("one\ntwo\n").toString("base64") };
      expect((await send(testVault(), `${FILES}?${query}`)).body).toEqual([inline]);
      expect((await send(testVault(), `${FILES}/${IDS.codes}?${query}`)).body).toEqual(inline);
    },
  );

  test("inline_files=false returns no content, and another value is 400", async () => {
    expect((await send(testVault(), `${FILES}?inline_files=false`)).body).toEqual([details]);
    expect(await send(testVault(), `${FILES}?inline_files=1`)).toMatchObject(errorResponse(400, "inline_files must be true or false"));
  });

  test("the client knows both names", async () => {
    const place = { vaultUUID: IDS.vault, itemUUID: IDS.login };
    expect(await clientOf(testVault()).listFiles({ ...place, inline_files: true })).toMatchObject([{ content: expect.any(String) }]);
  });
});

describe("the limit of inline content", () => {
  const withFile = (sizeBytes: number, sizeKnown: boolean, inlineLimitKilobytes?: number) => {
    const emulator = testVault({
      seed: {
        token: "small-token",
        vaults: [{ id: IDS.vault, name: "V", items: [{ id: IDS.login, title: "T", category: "LOGIN" }] }],
        ...(inlineLimitKilobytes === undefined ? {} : { inlineLimitKilobytes }),
      },
    });
    const file = emulator.attachFile(IDS.login, { name: "f.bin", contentBase64: Buffer.alloc(sizeBytes, 7).toString("base64"), sizeKnown });
    return { emulator, file };
  };

  test.each([
    [4, true, 4 * KILOBYTE - 1, 200],
    [4, true, 4 * KILOBYTE, 413],
    [4, true, 4 * KILOBYTE + 1, 413],
    [undefined, true, 100 * KILOBYTE - 1, 200],
    [undefined, true, 100 * KILOBYTE, 413],
    [4, false, 100 * KILOBYTE - 1, 200],
    [4, false, 100 * KILOBYTE, 413],
    [4, false, 100 * KILOBYTE + 1, 413],
    [500, false, 100 * KILOBYTE, 413],
    [500, true, 499 * KILOBYTE, 200],
    [0, true, 0, 413],
  ])("of %d kilobytes, the size known: %s: a file of %d bytes is %d", async (limit, sizeKnown, sizeBytes, expected) => {
    const { emulator, file } = withFile(sizeBytes, sizeKnown, limit);
    for (const path of [FILES, `${FILES}/${file}`]) {
      const { status, body } = await send(emulator, `${path}?inline_content=true`);
      expect(status).toBe(expected);
      if (expected === 413) expect(body).toEqual({ status: 413, message: `file ${file} is too large to be returned inline` });
    }
    const plain = await send(emulator, `${FILES}/${file}`);
    expect([plain.status, "size" in (plain.body as object)]).toEqual([200, sizeKnown]);
    expect(await clientOf(emulator).getFileContent({ vaultUUID: IDS.vault, itemUUID: IDS.login, fileUUID: file })).toBeDefined();
  });

  test("one file above it makes the whole list 413", async () => {
    const { emulator, file } = withFile(5 * KILOBYTE, true, 4);
    emulator.attachFile(IDS.login, { name: "small.txt", text: "x" });
    expect(await send(emulator, `${FILES}?inline_content=true`)).toMatchObject(errorResponse(413, `file ${file} is too large to be returned inline`));
  });

  test("can be changed while the emulator runs", async () => {
    const { emulator } = withFile(5 * KILOBYTE, true, 4);
    emulator.store.server = { ...emulator.store.server, inlineLimitKilobytes: 6 };
    expect((await send(emulator, `${FILES}?inline_content=true`)).status).toBe(200);
  });
});

describe("getFileContent", () => {
  const content = async (emulator: ReturnType<typeof testVault>, file: string) =>
    emulator.fetch(`https://vault.example.com${FILES}/${file}/content`, { headers: { authorization: "Bearer small-token" } });

  test("returns the very bytes, with type, length and name", async () => {
    const emulator = testVault();
    const bytes = Uint8Array.from({ length: 70_000 }, (_unused, index) => (index * 7) % 256);
    const file = emulator.attachFile(IDS.login, { name: "all.bin", contentBase64: Buffer.from(bytes).toString("base64") });
    const response = await content(emulator, file);
    expect([...response.headers]).toEqual([
      ["content-disposition", 'attachment; filename="all.bin"'],
      ["content-length", "70000"],
      ["content-type", "application/octet-stream"],
    ]);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test.each(["QUI=", "QUI", "QUJ="])("of a file that was attached as %j has the same bytes and the same size", async (contentBase64) => {
    const emulator = testVault();
    const response = await content(emulator, emulator.attachFile(IDS.login, { name: "two.txt", contentBase64 }));
    expect([response.headers.get("content-length"), await response.text()]).toEqual(["2", "AB"]);
    const item = await emulator.fetch(`https://vault.example.com${FILES}?inline_files=true`, { headers: { authorization: "Bearer small-token" } });
    expect(await item.json()).toEqual(expect.arrayContaining([expect.objectContaining({ name: "two.txt", size: 2, content: "QUI=" })]));
  });

  test("of an empty file is an empty body", async () => {
    const emulator = testVault();
    const response = await content(emulator, emulator.attachFile(IDS.login, { name: "empty" }));
    expect([response.status, response.headers.get("content-length"), (await response.arrayBuffer()).byteLength]).toEqual([200, "0", 0]);
  });

  test.each([
    ["plain.txt", 'attachment; filename="plain.txt"'],
    ['a "b" \\ c', 'attachment; filename="a \\"b\\" \\\\ c"'],
    ["Übergabe.txt", "attachment; filename=\"_bergabe.txt\"; filename*=UTF-8''%C3%9Cbergabe.txt"],
    ["it's (1)*.txt\r\nx: y", "attachment; filename=\"it's (1)*.txt__x: y\"; filename*=UTF-8''it%27s%20%281%29%2A.txt%0D%0Ax%3A%20y"],
    ["\ud800", "attachment; filename=\"_\"; filename*=UTF-8''%EF%BF%BD"],
  ])("writes the name %j as RFC 6266 says", async (name, header) => {
    const emulator = testVault();
    expect((await content(emulator, emulator.attachFile(IDS.login, { name, text: "x" }))).headers.get("content-disposition")).toBe(header);
  });
});

test("attachFile makes a new version of the item, and of the content of its vault", async () => {
  const emulator = testVault();
  const client = clientOf(emulator);
  const seen = async () => {
    const { version = 0, updatedAt = "" } = await client.getItem({ vaultUUID: IDS.vault, itemUUID: IDS.login });
    const { contentVersion = 0 } = await client.getVault({ vaultUUID: IDS.vault });
    return { version, contentVersion, updatedAt };
  };
  const before = await seen();
  emulator.clock.advance(1000);
  emulator.attachFile(IDS.login, { name: "new.txt", text: "x" });
  const updatedAt = new Date(emulator.clock.wallNow()).toISOString();
  expect(await seen()).toEqual({ version: before.version + 1, contentVersion: before.contentVersion + 1, updatedAt });
});

test("attachFile says that there is no such item", () => {
  expect(() => testVault().attachFile(IDS.unknown, { name: "x" })).toThrow(`the item ${IDS.unknown} does not exist`);
});
