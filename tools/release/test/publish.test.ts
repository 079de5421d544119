import { createHash } from "node:crypto";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PackedRelease } from "../src/publish/packed-release.ts";
import { checkVisible, findStages, publishRelease, waitingStages } from "../src/publish/publish.ts";

/** What a registry has. */
interface Registry {
  /** The integrity of each visible version. */
  readonly visible?: { readonly [id: string]: string };
  /** The tarballs that it has staged. */
  readonly staged?: readonly string[];
  readonly npm?: string;
  /** The text of its conflict for a staged tarball. Default: npm's. */
  readonly conflict?: string;
  /** The code of the error with which it rejects what is published. */
  readonly rejects?: string;
  /** The stages that it does not remove. */
  readonly keeps?: readonly string[];
  /** The tags of the repository. */
  readonly tags?: readonly string[];
  /** Its status for everything that is asked. */
  readonly status?: number;
}

/** An `npm` that writes down its arguments, and reads what the registry has from `registry.json`. */
const NPM = `#!/usr/bin/env node
const { appendFileSync, readFileSync } = require("node:fs");
const words = process.argv.slice(2);
const { staged = [], conflict = 'Cannot stage previously published version "0.1.0"', npm = "11.21.2", rejects, url } = JSON.parse(readFileSync("registry.json", "utf8"));
const fail = (code) => { console.error("npm error code " + code); process.exit(1); };
appendFileSync("calls.txt", words.join(" ") + "\\n");
if (words[0] === "--version") console.log(npm);
else if (words[0] === "config") console.log(url);
else if (words[1] === "list") console.log(readFileSync("list.json", "utf8"));
else if (rejects) fail(rejects);
else if (staged.includes(words.find((word) => word.endsWith(".tgz")))) fail("E409\\nnpm error 409 Conflict - " + conflict);
else console.log(JSON.stringify({ any: { stageId: "0aff" } }));
`;

/** A `git` that only lists tags. */
const GIT = `#!/usr/bin/env node
console.log((require(__dirname + "/registry.json").tags ?? []).join("\\n"));
`;

const CORE = { name: "@keywright/core", version: "0.1.0", needs: [] };
const VAULT = { name: "@keywright/vault", version: "0.2.0", needs: ["@keywright/core"] };
const EMULATOR = { name: "@keywright/emulator", version: "1.0.0-next.3", needs: ["@keywright/vault"] };
const INTEGRITY = `sha512-${createHash("sha512").update("tarball").digest("base64")}`;
const SHASUM = createHash("sha1").update("tarball").digest("hex");

let folder: string;
let server: Server;
const path = process.env["PATH"];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keywright-publish-"));
  await writeFile(join(folder, "npm"), NPM);
  await writeFile(join(folder, "git"), GIT);
  for (const command of ["npm", "git"]) await chmod(join(folder, command), 0o755);
  process.env["PATH"] = `${folder}${delimiter}${path}`;
});
afterEach(async () => {
  process.env["PATH"] = path;
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

/** Serves the visible versions of packages like npm's registry. */
async function serve({ visible = {}, status, keeps = [] }: Registry): Promise<string> {
  server = createServer((request, response) => {
    if (request.method === "DELETE") {
      response.statusCode = keeps.some((id) => request.url === `/-/stage/${id}`) ? 404 : 204;
      response.end();
      return;
    }
    const versions = Object.entries(visible).flatMap(([id, integrity]) => {
      const [, name = "", version = ""] = /^(.+)@(.+)$/.exec(id) ?? [];
      return decodeURIComponent(request.url ?? "") === `/${name}` ? [[version, { dist: { integrity } }]] : [];
    });
    response.statusCode = status ?? (versions.length === 0 ? 404 : 200);
    response.end(JSON.stringify({ versions: Object.fromEntries(versions) as object }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function packed(registry: Registry, ...releases: readonly Pick<PackedRelease, "name" | "version" | "needs">[]): Promise<void> {
  const sha512 = createHash("sha512").update("tarball").digest("hex");
  const listed = releases.map((release) => ({ ...release, sha512, tarball: `${release.name.split("/")[1]}.tgz` }));
  for (const { tarball } of listed) await writeFile(join(folder, tarball), "tarball");
  await writeFile(join(folder, "release.json"), JSON.stringify(listed));
  await writeFile(join(folder, "registry.json"), JSON.stringify({ ...registry, url: await serve(registry) }));
}

/** Returns the calls of npm that publish or stage. */
async function sent(): Promise<string[]> {
  const lines = (await readFile(join(folder, "calls.txt"), "utf8").catch(() => "")).trim().split("\n");
  return lines.filter((line) => /^(stage )?publish/.test(line));
}

async function states(options: { readonly direct?: boolean } = {}): Promise<object> {
  const found: [string, string][] = [];
  await publishRelease(folder, options, ({ release, state }) => void found.push([release.name, state]));
  return Object.fromEntries(found.map(([name, state]) => [name.split("/")[1], state]));
}

describe("publishing a packed release", () => {
  it("stages versions that the registry does not have, with the tag of their kind", async () => {
    await packed({ visible: { "@keywright/core@0.1.0": INTEGRITY } }, EMULATOR, VAULT, CORE);
    expect(await states()).toEqual({ core: "already exists", vault: "staged", emulator: "staged" });
    expect((await sent()).sort()).toEqual([
      "stage publish ./emulator.tgz --json --access public --tag next",
      "stage publish ./vault.tgz --json --access public --tag latest",
    ]);
  });

  it("publishes them at once, dependencies first, if that is asked for", async () => {
    await packed({}, VAULT, CORE);
    expect(await states({ direct: true })).toEqual({ core: "published", vault: "published" });
    expect(await sent()).toEqual(["publish ./core.tgz --json --access public --tag latest", "publish ./vault.tgz --json --access public --tag latest"]);
  });

  it("reports each result before a later error, and does not try all if each fails", async () => {
    const others = ["a", "b", "c", "d", "e"].map((name) => ({ ...CORE, name: `@keywright/${name}`, needs: ["@keywright/core"] }));
    await packed({ visible: { "@keywright/core@0.1.0": INTEGRITY }, rejects: "E403" }, CORE, ...others);
    const found: string[] = [];
    await expect(publishRelease(folder, {}, ({ release, state }) => void found.push(`${release.name} ${state}`))).rejects.toThrow("the registry rejects");
    expect(found).toEqual(["@keywright/core already exists"]);
    expect((await sent()).length).toBeLessThan(others.length);
  });

  it.each([
    ["npm's registry", 'Cannot stage previously published version "0.1.0"'],
    ["npm's registry, of its other endpoint", 'Cannot publish over previously staged version "0.1.0"'],
    ["Verdaccio", "@keywright/core@0.1.0 is already staged"],
  ])("goes on after a run that was cut off, by the conflict of %s", async (_which, conflict) => {
    await packed({ staged: ["./core.tgz"], conflict }, CORE, VAULT);
    expect(await states()).toEqual({ core: "already staged", vault: "staged" });
  });

  it("stages again what a maintainer has rejected after an earlier run in the same folder", async () => {
    await packed({}, CORE);
    expect([await states(), await states()]).toEqual([{ core: "staged" }, { core: "staged" }]);
    expect(await sent()).toHaveLength(2);
  });

  it.each<[string, Registry, { readonly direct: boolean }, string]>([
    [
      "an npm that cannot stage",
      { npm: "11.14.9" },
      { direct: false },
      "expected npm 11.15 or later, which can stage, got 11.14.9; run npm install --global npm@11",
    ],
    ["a missing login", { rejects: "ENEEDAUTH" }, { direct: false }, "the registry rejects @keywright/core@0.1.0; run npm login first"],
    [
      "a publisher that may only stage",
      { rejects: "E403" },
      { direct: true },
      "check what its trusted publisher may do at npm: one that may only stage rejects --direct",
    ],
    ["a version that exists", { rejects: "E409" }, { direct: true }, "the registry rejects @keywright/core@0.1.0"],
    [
      "a conflict that does not say that the version is staged",
      { rejects: "E409" },
      { direct: false },
      "the registry rejects @keywright/core@0.1.0; run this again, because a conflict may pass",
    ],
    ["a registry that fails", { status: 503 }, { direct: false }, "returns status 503 for @keywright/core; try again"],
  ])("says what to do after %s", async (_what, registry, options, message) => {
    await packed(registry, CORE);
    await expect(publishRelease(folder, options, () => {})).rejects.toThrow(message);
  });

  it("publishes nothing if a tarball is not the inspected one", async () => {
    await packed({}, CORE);
    await writeFile(join(folder, "core.tgz"), "another");
    await expect(publishRelease(folder, {}, () => {})).rejects.toThrow("core.tgz has another digest than the inspected file");
    expect(await sent()).toEqual([]);
  });
});

describe("approving a release", () => {
  const list = (shasum: string): Promise<void> =>
    writeFile(join(folder, "list.json"), JSON.stringify([{ id: "0cff", packageName: "@keywright/vault", version: "0.2.0", shasum }]));

  it("finds the stages that wait at the registry", async () => {
    await packed({ visible: { "@keywright/core@0.1.0": INTEGRITY } }, VAULT, CORE);
    await list(SHASUM);
    expect((await waitingStages(folder)).map(({ release, id }) => [release.name, id])).toEqual([["@keywright/vault", "0cff"]]);
  });

  it("rejects a stage with other bytes, with the command that removes it", async () => {
    await packed({}, VAULT);
    await list("0".repeat(40));
    await expect(waitingStages(folder)).rejects.toThrow("@keywright/vault@0.2.0 is staged as 0cff with other bytes than vault.tgz; run npm stage reject 0cff");
  });

  it("rejects a version that is neither staged nor published", async () => {
    await packed({}, CORE);
    await list(SHASUM);
    await expect(waitingStages(folder)).rejects.toThrow("@keywright/core@0.1.0 is neither staged nor published; run npx pnpm release publish");
  });

  it("ends when the registry shows every version, with these bytes unless its tag is made already", async () => {
    const other = `sha512-${createHash("sha512").update("another").digest("base64")}`;
    const visible = { "@keywright/core@0.1.0": INTEGRITY, "@keywright/vault@0.2.0": other };
    const invisible = expect.stringContaining("@keywright/emulator@1.0.0-next.3 is not visible; run npx pnpm release approve") as unknown;
    await packed({ visible }, CORE, VAULT, EMULATOR);
    expect(await checkVisible(folder)).toEqual([
      expect.stringContaining("@keywright/vault@0.2.0 has no tag, and other bytes at the registry than vault.tgz; run git fetch --tags"),
      invisible,
    ]);
    await new Promise((resolve) => server.close(resolve));
    await packed({ visible, tags: ["@keywright/vault@0.2.0"] }, CORE, VAULT, EMULATOR);
    expect(await checkVisible(folder)).toEqual([invisible]);
  });
});

describe("rejecting a release", () => {
  const ids = { core: "0c0aff00-0000-4000-8000-000000000001", vault: "0c0aff00-0000-4000-8000-000000000002" };
  const list = (...names: readonly (keyof typeof ids)[]): Promise<void> =>
    writeFile(
      join(folder, "list.json"),
      JSON.stringify(
        names.map((name) => ({
          id: ids[name],
          packageName: `@keywright/${name}`,
          version: { core: CORE, vault: VAULT }[name].version,
          shasum: "0".repeat(40),
        })),
      ),
    );
  const reject = (): Promise<{ readonly ok: boolean; readonly output: string }> =>
    runCommand(process.execPath, ["--import", "tsx", "tools/release/src/approve-cli.ts", "--reject", folder], { folder: ROOT });

  it("finds only its own stages, whatever their bytes are, and whether or not all versions are staged", async () => {
    await packed({}, VAULT, EMULATOR);
    await list("core", "vault");
    expect((await findStages(folder)).map(({ id }) => id)).toEqual([ids.vault]);
  });

  it("goes on after one that the registry did not remove", async () => {
    await packed({ keeps: [ids.vault] }, CORE, VAULT);
    await list("core", "vault");
    const first = await reject();
    expect(first.output).toContain("run this command again, which goes on with the stages that remain");
    await new Promise((resolve) => server.close(resolve));
    await packed({}, CORE, VAULT);
    await list("vault");
    expect(await reject()).toEqual({ ok: true, output: expect.stringMatching(/^1 stages rejected; stage again/m) as unknown });
  });
});
