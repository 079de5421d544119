import { createHash } from "node:crypto";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type PackedRelease, publishRelease } from "../src/publish.ts";

/** An `npm` that writes down what it is asked, and knows core 0.1.0 alone. */
const NPM = `#!/usr/bin/env node
require("node:fs").appendFileSync("asked.txt", process.argv.slice(2).join(" ") + "\\n");
if (process.argv[2] === "view" && process.argv[3] !== "@keywright/core@0.1.0") process.exit(1);
console.log('"0.1.0"');
`;

describe("publishing a packed release", () => {
  let folder: string;
  const path = process.env["PATH"];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "keywright-publish-"));
    await writeFile(join(folder, "npm"), NPM);
    await chmod(join(folder, "npm"), 0o755);
    process.env["PATH"] = `${folder}${delimiter}${path}`;
  });
  afterEach(async () => {
    process.env["PATH"] = path;
    await rm(folder, { recursive: true });
  });

  async function packed(...releases: readonly Pick<PackedRelease, "name" | "version" | "needs">[]): Promise<void> {
    const sha512 = createHash("sha512").update("tarball").digest("hex");
    const listed = releases.map((release) => ({ ...release, sha512, tarball: `${release.name.split("/")[1]}.tgz` }));
    for (const { tarball } of listed) await writeFile(join(folder, tarball), "tarball");
    await writeFile(join(folder, "release.json"), JSON.stringify(listed));
  }

  async function asked(): Promise<string[]> {
    const lines = (await readFile(join(folder, "asked.txt"), "utf8")).trim().split("\n");
    return lines.filter((line) => line.startsWith("publish"));
  }

  it("publishes what the registry does not have, each after what it needs, with the tag of its kind", async () => {
    await packed(
      { name: "@keywright/emulator", version: "1.0.0-next.3", needs: ["@keywright/vault"] },
      { name: "@keywright/vault", version: "0.2.0", needs: ["@keywright/core"] },
      { name: "@keywright/core", version: "0.1.0", needs: [] },
    );
    const published = await publishRelease(folder);
    expect(published.map(({ release, tag }) => [release.name, tag])).toEqual([
      ["@keywright/core", undefined],
      ["@keywright/vault", "latest"],
      ["@keywright/emulator", "next"],
    ]);
    expect(await asked()).toEqual(["publish ./vault.tgz --access public --tag latest", "publish ./emulator.tgz --access public --tag next"]);
  });

  it("publishes nothing where a tarball is not the one that was looked into", async () => {
    await packed({ name: "@keywright/core", version: "0.2.0", needs: [] });
    await writeFile(join(folder, "core.tgz"), "another");
    await expect(publishRelease(folder)).rejects.toThrow("core.tgz has another digest than the inspected file");
    await expect(asked()).rejects.toThrow("ENOENT");
  });
});
