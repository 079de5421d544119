import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { expect, it } from "vitest";
import { folderWith } from "../../check/test/support.ts";

/** Packs a package in a workspace whose root has these addresses, and returns the manifest in the tarball. */
async function packed(addresses: object): Promise<object> {
  const root = await folderWith({
    "pnpm-workspace.yaml": "packages: [packages/*]\npmOnFail: ignore\n",
    "package.json": JSON.stringify({ name: "root", private: true, ...addresses }),
    "packages/shelf/package.json": JSON.stringify({ name: "@example/shelf", version: "1.0.0", devDependencies: { "@example/program": "workspace:^" } }),
    "packages/program/package.json": JSON.stringify({ name: "@example/program", version: "1.0.0" }),
  });
  await cp(join(ROOT, ".pnpmfile.mjs"), join(root, ".pnpmfile.mjs"));
  const pack = await runCommand(join(ROOT, "node_modules/.bin/pnpm"), ["pack", "--pack-destination", root], { folder: join(root, "packages/shelf") });
  expect(pack.output).toContain(".tgz");
  const [tarball = ""] = (await readdir(root)).filter((name) => name.endsWith(".tgz"));
  const unpacked = await runCommand("tar", ["-xzOf", tarball, "package/package.json"], { folder: root });
  return JSON.parse(unpacked.output) as object;
}

it("a packed package has the addresses of the root, its own folder in the repository, no address that the root does not have, and no dependency of its tests", async () => {
  const addresses = {
    homepage: "https://docs.example.com",
    repository: "https://code.example.com/team/clients",
    bugs: "https://code.example.com/team/clients/issues",
  };
  expect(await packed(addresses)).toEqual({
    name: "@example/shelf",
    version: "1.0.0",
    homepage: addresses.homepage,
    repository: { type: "git", url: addresses.repository, directory: "packages/shelf" },
    bugs: addresses.bugs,
  });
  expect(await packed({})).toEqual({ name: "@example/shelf", version: "1.0.0" });
});
