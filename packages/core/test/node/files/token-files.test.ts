import { chmod, mkdir, readdir, readFile, readlink, rm, stat, symlink, writeFile, rename, utimes } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileTokenStore, lockFile, type LockedFile, tokenFile } from "../../../src/node.ts";
import { refreshToken } from "../../../src/oauth.ts";
import { fakeClock } from "../../fake-clock.ts";
import { credentials, forms, issued, rejected, tokenOf, tokenService, guardedService } from "../../oauth/token-service.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";
import { callOf, caught, getThing } from "../../support.ts";

/** Lends the path of a file that is not there yet. */
const withPath = (use: (path: string, folder: string) => Promise<void>) => (): Promise<void> =>
  inTemporaryFolder((folder) => use(join(folder, "refresh-token"), folder));

describe("a refresh token in a file", () => {
  it(
    "is returned as it was saved, by another store, too",
    withPath(async (path, folder) => {
      for (const token of ["refresh-1", "a+b/c=.~-_ !%", "x".repeat(100_000)]) {
        await fileTokenStore(path).save(token);
        expect(await fileTokenStore(path).load()).toBe(token);
      }
      expect(await readdir(folder)).toEqual(["refresh-token"]);
    }),
  );

  it(
    "is none if there is no file, or nothing in it",
    withPath(async (path) => {
      expect(await fileTokenStore(path).load()).toBeUndefined();
      for (const content of ["", "\n", " \r\n"]) {
        await writeFile(path, content);
        expect(await fileTokenStore(path).load()).toBeUndefined();
      }
    }),
  );

  it(
    "may have been written by hand",
    withPath(async (path) => {
      await writeFile(path, " refresh-1\r\n");
      expect(await fileTokenStore(path).load()).toBe("refresh-1");
    }),
  );

  it(
    "can be read by its owner alone, also if the file was open to others",
    withPath(async (path) => {
      const mode = async (): Promise<number> => (await stat(path)).mode & 0o777;
      await fileTokenStore(path).save("refresh-1");
      expect(await mode()).toBe(0o600);
      await chmod(path, 0o644);
      await fileTokenStore(path).save("refresh-2");
      expect(await mode()).toBe(0o600);
    }),
  );

  it(
    "is whole at any time: a reader finds an old one or a new one",
    withPath(async (path) => {
      const store = fileTokenStore(path);
      const tokens = Array.from({ length: 30 }, (_, index) => `${index}-`.padEnd(200_000, "x"));
      await store.save(tokens[0] as string);
      const writing = { done: false };
      const seen = new Set<string | undefined>();
      const reading = (async () => {
        while (!writing.done) seen.add(await store.load());
      })();
      for (const token of tokens) await store.save(token);
      writing.done = true;
      await reading;
      expect([...seen].filter((token) => token === undefined || !tokens.includes(token))).toEqual([]);
      expect(await store.load()).toBe(tokens.at(-1));
    }),
  );

  it(
    "that cannot be kept is an error, and the token that came with it is not used",
    withPath(async (path, folder) => {
      const store = fileTokenStore(join(path, "token"));
      const fetch = async (): Promise<Response> => {
        await rm(path, { recursive: true });
        await writeFile(path, "a file in the place of the folder");
        return issued("token-1", { refresh_token: "refresh-2" });
      };
      const provider = refreshToken({ ...credentials, refreshToken: "refresh-1", store, fetch });
      expect(await tokenOf(provider)).toMatchObject({ name: "TokenError", message: expect.stringContaining("could not be saved"), cause: { code: "EEXIST" } });
      expect(await readdir(folder)).toEqual(["refresh-token"]);
    }),
  );

  it(
    "is not used up if its successor would have no place: a file is at the path of its folder",
    withPath(async (path) => {
      await writeFile(path, "");
      const fetch = tokenService(() => issued("token-1", { refresh_token: "refresh-2" }));
      const provider = refreshToken({ ...credentials, refreshToken: "refresh-1", store: fileTokenStore(join(path, "token")), fetch });
      expect(await tokenOf(provider)).toMatchObject({
        message: "the token store could not be locked: repair the token store",
        cause: { name: "CheckpointError" },
      });
      expect(fetch.requests).toEqual([]);
    }),
  );

  it(
    "has its folder made",
    withPath(async (path) => {
      await fileTokenStore(join(path, "inner", "token")).save("refresh-1");
      expect(await fileTokenStore(join(path, "inner", "token")).load()).toBe("refresh-1");
    }),
  );

  it(
    "is kept at the target of a link, and the link stays",
    withPath(async (path, folder) => {
      await symlink(join("inner", "token"), path);
      await fileTokenStore(path).save("refresh-1");
      expect([await readlink(path), await readFile(join(folder, "inner", "token"), "utf8")]).toEqual([join("inner", "token"), "refresh-1\n"]);
      expect(await fileTokenStore(path).load()).toBe("refresh-1");
    }),
  );

  it(
    "is used once, however many programs renew on one file at once",
    withPath(async (path) => {
      const used: (string | undefined)[] = [];
      const fetch = tokenService((count) => {
        const { refresh_token: given } = forms(fetch).at(-1) ?? {};
        if (used.includes(given)) return rejected("invalid_grant");
        used.push(given);
        return issued(`token-${count}`, { refresh_token: `refresh-${count + 1}` });
      });
      const programs = Array.from({ length: 10 }, () =>
        refreshToken({ ...credentials, refreshToken: "refresh-1", store: fileTokenStore(path), fetch, clock: fakeClock() }),
      );
      const tokens = await Promise.all(programs.map(async (provider) => provider.getToken()));
      expect(new Set(tokens).size).toBe(10);
      expect(forms(fetch).map(({ refresh_token }) => refresh_token)).toEqual(Array.from({ length: 10 }, (_, index) => `refresh-${index + 1}`));
      expect(await readFile(path, "utf8")).toBe("refresh-11\n");
    }),
  );

  it(
    "is not left in the temporary file of a program that was killed, once another one renews",
    withPath(async (path, folder) => {
      await writeFile(join(folder, ".refresh-token.0b9f3c1e-8d5a-4a3e-9f62-1f2d3c4b5a69.tmp"), "refresh-2");
      await tokenOf(refreshToken({ ...credentials, refreshToken: "refresh-1", store: fileTokenStore(path), fetch: tokenService() }));
      expect(await readdir(folder)).toEqual(["refresh-token.lock"]);
    }),
  );

  it(
    "is not waited for without end if another program keeps the lock",
    withPath(async (path) => {
      const clock = fakeClock();
      const owned = await lockFile(path);
      const fetch = tokenService();
      const token = tokenOf(refreshToken({ ...credentials, refreshToken: "refresh-1", store: fileTokenStore(path), fetch, clock, timeoutMs: 5000 }));
      await clock.advance(5000);
      expect(await token).toMatchObject({ name: "TokenError", message: expect.stringContaining("no token from the token store") });
      await owned.release();
      expect(fetch.requests).toEqual([]);
      // Who gave up does not keep the lock, even if it was about to take it.
      let free: LockedFile | undefined;
      for (let tries = 0; tries < 100 && free === undefined; tries += 1) free = await lockFile(path).catch(() => undefined);
      expect(free).toBeDefined();
      await free?.release();
    }),
  );

  it(
    "that cannot be read is an error, and not the same as none",
    withPath(async (path) => {
      await mkdir(path);
      const provider = refreshToken({ ...credentials, refreshToken: "refresh-1", store: fileTokenStore(path), fetch: tokenService() });
      expect(await tokenOf(provider)).toMatchObject({
        name: "TokenError",
        message: "the saved refresh token could not be read: repair the token store",
        cause: { code: "EISDIR" },
      });
    }),
  );

  it(
    "outlives the program that renewed it",
    withPath(async (path) => {
      const fetch = tokenService((count) => issued(`token-${count}`, { refresh_token: `refresh-${count + 1}` }));
      for (let run = 1; run <= 3; run += 1) {
        const clock = fakeClock();
        const provider = refreshToken({ ...credentials, refreshToken: "refresh-1", store: fileTokenStore(path), fetch, clock });
        expect(await provider.getToken()).toBe(`token-${run}`);
      }
      expect(forms(fetch).map(({ refresh_token }) => refresh_token)).toEqual(["refresh-1", "refresh-2", "refresh-3"]);
      expect(await readFile(path, "utf8")).toBe("refresh-4\n");
    }),
  );
});

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
    "is rejected if it contains more than the token",
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
    "is read again when the service rejects its token, and the request sent once more",
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
    "that still has the rejected token is sent once: the response is the error",
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

  it.each(["", " \r\n\t"])("that contains %j is an error, until it contains more", (content) =>
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
