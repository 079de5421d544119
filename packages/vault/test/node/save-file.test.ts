import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { createVaultClient } from "../../src/index.ts";
import { saveFile } from "../../src/node.ts";
import { baseUrl, caught, clientOn } from "../support.ts";

const at = { vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu", itemUUID: "u32zhgb7j43k2omdbw7g2jcgsk", fileUUID: "orpr6rjgurmv3bna34n5hdvlgb" };
const piece = Uint8Array.from({ length: 65_536 }, (_, index) => (index * 31) % 256);
const size = 10 * piece.length;

/** Content of ten pieces, of which so many come. */
function pieces(count: number, end: (controller: ReadableStreamDefaultController<Uint8Array>) => void): { readonly response: Response; cancelled: unknown } {
  let sent = 0;
  const state = { response: undefined as never as Response, cancelled: undefined as unknown };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1;
      if (sent > count) end(controller);
      else controller.enqueue(piece);
    },
    cancel(reason) {
      state.cancelled = reason ?? "cancelled";
    },
  });
  state.response = new Response(body, { headers: { "content-type": "application/octet-stream" } });
  return state;
}

const whole = () => pieces(10, (controller) => controller.close());
const details = () => jsonResponse(200, { id: at.fileUUID, size });

async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "save-file-"));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe("saveFile", () => {
  it("writes every byte, for the owner alone, and leaves nothing next to the file", () =>
    inFolder(async (folder) => {
      const path = join(folder, "runbook.bin");
      await saveFile(clientOn(recordingFetch(details(), whole().response)), at, path);
      const written = await readFile(path);
      expect(written.equals(Buffer.concat(Array.from({ length: 10 }, () => piece)))).toBe(true);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect(await readdir(folder)).toEqual(["runbook.bin"]);
    }));

  it("replaces an existing file", () =>
    inFolder(async (folder) => {
      const path = join(folder, "runbook.bin");
      await writeFile(path, "old", { mode: 0o644 });
      await saveFile(clientOn(recordingFetch(details(), whole().response)), at, path);
      expect((await stat(path)).size).toBe(size);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
    }));

  it.each([
    ["end early", (controller: ReadableStreamDefaultController) => controller.close()],
    ["break off", (controller: ReadableStreamDefaultController) => controller.error(new Error("reset"))],
  ])("keeps the old file and nothing of the new one if the bytes %s", (_what, end) =>
    inFolder(async (folder) => {
      const path = join(folder, "runbook.bin");
      await writeFile(path, "old");
      const error = await caught(saveFile(clientOn(recordingFetch(details(), pieces(4, end).response)), at, path));
      expect(error).toMatchObject({ name: "InvalidResponseError", code: "truncated-response" });
      expect([await readdir(folder), await readFile(path, "utf8")]).toEqual([["runbook.bin"], "old"]);
    }),
  );

  it.each([
    ["end early", (controller: ReadableStreamDefaultController) => controller.close()],
    ["break off", (controller: ReadableStreamDefaultController) => controller.error(new Error("reset"))],
  ])("reads again from the first byte if the bytes %s, and writes the whole file", (_what, end) =>
    inFolder(async (folder) => {
      const path = join(folder, "runbook.bin");
      const cut = pieces(4, end).response;
      cut.headers.set("content-length", String(size));
      const before: string[][] = [];
      const again = async (): Promise<Response> => {
        before.push(await readdir(folder));
        return whole().response;
      };
      const fetch = recordingFetch(details(), cut, again);
      await saveFile(createVaultClient({ baseUrl, token: "token-1", fetch, retry: { maxDelayMs: 0 } }), at, path);
      expect((await readFile(path)).equals(Buffer.concat(Array.from({ length: 10 }, () => piece)))).toBe(true);
      expect([before, await readdir(folder)]).toEqual([[[]], ["runbook.bin"]]);
    }),
  );

  it("names the missing folder by the path, and cancels the content", () =>
    inFolder(async (folder) => {
      const content = whole();
      const path = join(folder, "none", "runbook.bin");
      expect(await caught(saveFile(clientOn(recordingFetch(details(), content.response)), at, path))).toMatchObject({
        name: "ArgumentError",
        message: `saveFile: path must be in an existing folder; got ${path}: create its folder`,
        cause: { code: "ENOENT" },
      });
      expect(content.cancelled).toBeDefined();
      expect(await readdir(folder)).toEqual([]);
    }));

  it("keeps a folder that has the name of the file", () =>
    inFolder(async (folder) => {
      const path = join(folder, "runbook.bin");
      await mkdir(path);
      expect(await caught(saveFile(clientOn(recordingFetch(details(), whole().response)), at, path))).toMatchObject({ code: "EISDIR" });
      expect(await readdir(folder)).toEqual(["runbook.bin"]);
    }));

  it("ends with the caller's own reason, and keeps nothing", () =>
    inFolder(async (folder) => {
      const controller = new AbortController();
      const reason = new Error("enough");
      const endless = pieces(Infinity, () => {});
      const fetch = recordingFetch(details(), () => {
        queueMicrotask(() => controller.abort(reason));
        return endless.response;
      });
      expect(await caught(saveFile(clientOn(fetch), at, join(folder, "runbook.bin"), { signal: controller.signal }))).toBe(reason);
      expect(await readdir(folder)).toEqual([]);
    }));

  it.each([
    ["", "an empty string"],
    [undefined, "nothing"],
    [5, "5"],
  ])("rejects %j as a path and sends nothing", async (path, got) => {
    const fetch = recordingFetch();
    expect(await caught(saveFile(clientOn(fetch), at, path as string))).toMatchObject({
      name: "ArgumentError",
      message: `saveFile: path must be a path; got ${got}`,
    });
    expect(fetch.requests).toEqual([]);
  });
});
