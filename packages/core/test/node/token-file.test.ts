import { mkdir, rename, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tokenFile } from "../../src/node.ts";
import { guardedService, tokenOf } from "../oauth/token-service.ts";
import { callOf, caught, getThing } from "../support.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";

/** Lends the path of a file that is not there yet. */
const withPath = (use: (path: string, folder: string) => Promise<void>) => (): Promise<void> =>
  inTemporaryFolder((folder) => use(join(folder, "token"), folder));

describe("a token file", () => {
  it(
    "is read when a token is needed, not before, without the white space around it",
    withPath(async (path) => {
      const provider = tokenFile(path);
      for (const content of ["one", "two\n", "\ufeff \r\n\tthree \r\n\n"]) {
        await writeFile(path, content);
        expect(await provider.getToken()).toBe(content.trim());
      }
    }),
  );

  it(
    "is named as what it is where it holds more than the token",
    withPath(async (path) => {
      for (const [content, message] of [
        ["Bearer Tq7\n", 'getThing: the token begins with "Bearer ": remove it'],
        ['"Tq7"\n', "getThing: the token has quotes around it: remove them"],
      ] as const) {
        await writeFile(path, content);
        expect(await caught(callOf(getThing, { token: tokenFile(path) })({ thingId: "a" }))).toMatchObject({
          name: "TokenError",
          code: "invalid-token",
          message,
        });
      }
    }),
  );

  it(
    "is read again when it changes, and is not while it does not",
    withPath(async (path) => {
      await writeFile(path, "one");
      await utimes(path, 1000, 1000);
      const provider = tokenFile(path);
      expect(await provider.getToken()).toBe("one");
      await writeFile(path, "two");
      // Nothing that can be seen from outside has changed.
      await utimes(path, 1000, 1000);
      expect(await provider.getToken()).toBe("one");
      await utimes(path, 1000, 2000);
      expect(await provider.getToken()).toBe("two");
    }),
  );

  it(
    "is read again when another file takes its place, or its size changes, within one tick of the file system's clock",
    withPath(async (path) => {
      const provider = tokenFile(path);
      const at = async (file: string, content: string): Promise<void> => {
        await writeFile(file, content);
        await utimes(file, 1000, 1000);
      };
      await at(path, "one");
      expect(await provider.getToken()).toBe("one");
      await at(`${path}.new`, "two");
      await rename(`${path}.new`, path);
      expect(await provider.getToken()).toBe("two");
      await at(path, "three");
      expect(await provider.getToken()).toBe("three");
    }),
  );

  // A mounted volume: `token` links to `..data/token`, and `..data` to the folder of one version; a new version swaps `..data` by a rename.
  it(
    "that Kubernetes mounts is read again when its version is swapped",
    withPath(async (path, folder) => {
      const publish = async (version: string): Promise<void> => {
        await mkdir(join(folder, version));
        await writeFile(join(folder, version, "token"), version);
        await utimes(join(folder, version, "token"), 1000, 1000);
        await symlink(version, join(folder, "..data_tmp"));
        await rename(join(folder, "..data_tmp"), join(folder, "..data"));
      };
      await publish("..2026_03_02_08_00_00.1");
      await symlink(join("..data", "token"), path);
      const provider = tokenFile(path);
      expect(await provider.getToken()).toBe("..2026_03_02_08_00_00.1");
      await publish("..2026_03_02_09_00_00.2");
      await rm(join(folder, "..2026_03_02_08_00_00.1"), { recursive: true });
      expect(await provider.getToken()).toBe("..2026_03_02_09_00_00.2");
    }),
  );

  it(
    "is read again when the service refuses its token, and the request sent once more",
    withPath(async (path) => {
      await writeFile(path, "one");
      await utimes(path, 1000, 1000);
      const fetch = guardedService((token) => token === "two");
      const provider = tokenFile(path);
      expect(await provider.getToken()).toBe("one");
      await writeFile(path, "two");
      await utimes(path, 1000, 1000);
      expect(await callOf(getThing, { fetch, token: provider })({ thingId: "a" })).toEqual({ a: 1 });
      expect(fetch.requests.map(({ headers }) => headers["authorization"])).toEqual(["Bearer one", "Bearer two"]);
    }),
  );

  it(
    "that still has the refused token is sent once: the answer is the error",
    withPath(async (path) => {
      await writeFile(path, "one");
      const fetch = guardedService(() => false);
      expect(await caught(callOf(getThing, { fetch, token: tokenFile(path) })({ thingId: "a" }))).toMatchObject({ name: "ApiError", status: 401, attempts: 1 });
    }),
  );

  it(
    "is not read again for a token that it no longer has",
    withPath(async (path) => {
      await writeFile(path, "one");
      await utimes(path, 1000, 1000);
      const provider = tokenFile(path);
      await provider.getToken();
      await writeFile(path, "two");
      await utimes(path, 1000, 1000);
      provider.invalidate?.("zero");
      expect(await provider.getToken()).toBe("one");
    }),
  );

  it(
    "serves many calls at once while it changes",
    withPath(async (path) => {
      await writeFile(path, "one");
      const fetch = guardedService((token) => token === "two");
      const provider = tokenFile(path);
      await provider.getToken();
      await writeFile(`${path}.new`, "two");
      await rename(`${path}.new`, path);
      const call = callOf(getThing, { fetch, token: provider });
      expect(await Promise.all(Array.from({ length: 100 }, () => call({ thingId: "a" })))).toEqual(Array.from({ length: 100 }, () => ({ a: 1 })));
    }),
  );

  it(
    "that is not there, or is a folder, is an error that names it, until it is there",
    withPath(async (path, folder) => {
      const provider = tokenFile(path);
      expect(await tokenOf(provider)).toMatchObject({
        name: "TokenError",
        code: "no-token",
        message: `the token file ${path} cannot be read (ENOENT)`,
        cause: { code: "ENOENT" },
      });
      expect(await tokenOf(tokenFile(folder))).toMatchObject({ name: "TokenError", message: `the token file ${folder} cannot be read (EISDIR)` });
      await writeFile(path, "one");
      expect(await provider.getToken()).toBe("one");
      await rm(path);
      expect(await tokenOf(provider)).toMatchObject({ name: "TokenError", message: expect.stringContaining("(ENOENT)") });
    }),
  );

  it.each(["", " \r\n\t"])("that holds %j is an error, until it holds more", (content) =>
    withPath(async (path) => {
      await writeFile(path, content);
      const provider = tokenFile(path);
      for (let count = 1; count <= 2; count += 1)
        expect(await tokenOf(provider)).toMatchObject({ name: "TokenError", code: "no-token", message: `the token file ${path} is empty` });
      await writeFile(path, "one");
      expect(await provider.getToken()).toBe("one");
    })(),
  );
});
