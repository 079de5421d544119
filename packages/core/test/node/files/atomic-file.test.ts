import { mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { readFileIfThere, writeFileAtomic } from "../../../src/lib/node/files/atomic-file.ts";
import { caught } from "../../support.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";

describe("a file that is written whole", () => {
  it("has the new content and its owner's mode, and no other file is left", () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, "state");
      for (const content of ["one", "", "é😀\u0000", "x".repeat(5_000_000)]) {
        await writeFileAtomic(path, content);
        expect(await readFile(path, "utf8")).toBe(content);
        expect((await stat(path)).mode & 0o777).toBe(0o600);
      }
      expect(await readdir(folder)).toEqual(["state"]);
    }));

  it("is another file than the old one, which a reader that has it open reads to its end", () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, "state");
      await writeFileAtomic(path, "one");
      const before = await stat(path);
      await writeFileAtomic(path, "two");
      expect((await stat(path)).ino).not.toBe(before.ino);
    }));

  it("is written without the global crypto, which Node can be started without", () =>
    inTemporaryFolder(async (folder) => {
      vi.stubGlobal("crypto", undefined);
      onTestFinished(() => void vi.unstubAllGlobals());
      await writeFileAtomic(join(folder, "state"), "one");
      expect(await readdir(folder)).toEqual(["state"]);
    }));

  it("is named in an error, and not the temporary file", () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, "absent", "state");
      expect(await caught(writeFileAtomic(path, "one"))).toMatchObject({ code: "ENOENT", path, message: `ENOENT: no such file or directory, open '${path}'` });
    }));

  it("may be named by its name alone, or by a path with dots", () =>
    inTemporaryFolder(async (folder) => {
      await mkdir(join(folder, "a"));
      await writeFileAtomic(join(folder, "a", "..", ".hidden.file"), "one");
      expect(await readdir(folder)).toEqual([".hidden.file", "a"]);
    }));

  it("takes the place of a link, and leaves what it led to", () =>
    inTemporaryFolder(async (folder) => {
      await writeFile(join(folder, "target"), "old");
      await symlink("target", join(folder, "state"));
      await writeFileAtomic(join(folder, "state"), "new");
      expect([await readFile(join(folder, "state"), "utf8"), await readFile(join(folder, "target"), "utf8")]).toEqual(["new", "old"]);
    }));

  it("by many at once has the content of one of them", () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, "state");
      const contents = Array.from({ length: 50 }, (_, index) => String(index).repeat(10_000));
      await Promise.all(contents.map((content) => writeFileAtomic(path, content)));
      expect(contents).toContain(await readFile(path, "utf8"));
      expect(await readdir(folder)).toEqual(["state"]);
    }));

  it("is made of bytes as they come, and not at all if they break off", () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, "state");
      async function* bytes(end?: Error): AsyncGenerator<Uint8Array> {
        for (const text of ["one, ", "", "two"]) yield new TextEncoder().encode(text);
        if (end !== undefined) throw end;
      }
      await writeFileAtomic(path, bytes());
      const reason = new Error("cut off");
      expect(await caught(writeFileAtomic(path, bytes(reason)))).toBe(reason);
      expect([await readFile(path, "utf8"), await readdir(folder)]).toEqual(["one, two", ["state"]]);
    }));

  it("leaves the old content and no temporary file if the content cannot be written", () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, "state");
      await writeFileAtomic(path, "old");
      expect(await caught(writeFileAtomic(path, 5 as never))).toMatchObject({ code: "ERR_INVALID_ARG_TYPE" });
      expect([await readdir(folder), await readFile(path, "utf8")]).toEqual([["state"], "old"]);
    }));

  it("leaves no temporary file if its place cannot be taken", () =>
    inTemporaryFolder(async (folder) => {
      await mkdir(join(folder, "state", "inner"), { recursive: true });
      expect(await caught(writeFileAtomic(join(folder, "state"), "new"))).toHaveProperty("code", expect.stringMatching(/EISDIR|ENOTEMPTY|EEXIST/));
      expect([await readdir(folder), await readdir(join(folder, "state"))]).toEqual([["state"], ["inner"]]);
    }));

  it("needs its folder", () =>
    inTemporaryFolder(async (folder) => {
      expect(await caught(writeFileAtomic(join(folder, "a", "state"), "new"))).toMatchObject({ code: "ENOENT" });
      expect(await readdir(folder)).toEqual([]);
    }));
});

describe("a file that may be missing", () => {
  it("is its text, or undefined; what else goes wrong is an error", () =>
    inTemporaryFolder(async (folder) => {
      await writeFile(join(folder, "a"), "text");
      expect(await readFileIfThere(join(folder, "a"))).toBe("text");
      expect(await readFileIfThere(join(folder, "b"))).toBeUndefined();
      expect(await readFileIfThere(join(folder, "b", "c"))).toBeUndefined();
      expect(await caught(readFileIfThere(folder))).toMatchObject({ code: "EISDIR" });
      expect(await caught(readFileIfThere(join(folder, "a", "c")))).toMatchObject({ code: "ENOTDIR" });
    }));
});
