import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ROOT } from "@keywright/tool-test-kit/services";
import { describe, expect, it, onTestFinished } from "vitest";
import { compareWithRegistry, readReleased, rebuild } from "../src/check/reproduce.ts";
import { checkTree } from "../src/check/verify.ts";

const VAULT = { name: "@keywright/vault", version: "0.2.0" };
const sha512 = (text: string): string => createHash("sha512").update(text).digest("hex");
const integrity = (text: string): string => `sha512-${createHash("sha512").update(text).digest("base64")}`;

/** Compares a package of these bytes with a registry that has this digest and sends this tarball. */
async function compared(built: string, has: string, sends: string, version = VAULT.version): Promise<string | undefined> {
  const server = createServer(({ url }, response) => {
    const { port } = server.address() as AddressInfo;
    const dist = { integrity: integrity(has), tarball: `http://127.0.0.1:${port}/tarball` };
    response.end(url === "/tarball" ? sends : JSON.stringify({ versions: { [VAULT.version]: { dist } } }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return compareWithRegistry(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { ...VAULT, version }, sha512(built));
}

describe("a released package that is built again", () => {
  it("has no finding if the registry has its digest and sends its bytes", async () => {
    expect(await compared("tarball", "tarball", "tarball")).toBeUndefined();
  });

  it.each([
    ["another digest", ["tarball", "another", "another"], "but the registry has sha512-"],
    ["the digest, and sends other bytes", ["tarball", "tarball", "tarbalL"], "/tarball returns sha512-"],
    ["no such version", ["tarball", "tarball", "tarball", "0.3.0"], "does not have @keywright/vault@0.3.0; check the version"],
  ] as const)("has a finding if the registry has %s", async (_what, [built, has, sends, version], words) => {
    expect(await compared(built, has, sends, version)).toContain(words);
  });

  it("is named with its version, and needs its tag", async () => {
    expect(readReleased("@keywright/vault@0.2.0-next.1")).toEqual({ ...VAULT, version: "0.2.0-next.1" });
    for (const id of ["@keywright/vault", "vault", "@keywright/vault@latest", ""])
      expect(() => readReleased(id)).toThrow(`expected PACKAGE@VERSION such as @keywright/vault@0.1.0, got ${id}`);
    const unknown = rebuild(ROOT, [{ ...VAULT, version: "99.0.0" }], () => Promise.reject(new Error("compared")));
    await expect(unknown).rejects.toThrow("git does not have the tag @keywright/vault@99.0.0; check the version, or run git fetch origin");
  });
});

it("an installed tree has a finding for each script, license that is not allowed, and package that no bill lists", () => {
  const bills = new Map([["@keywright/vault@0.2.0", ["@keywright/core@0.2.0", "listed@1.0.0"]]]);
  const good = [VAULT, { name: "@keywright/core", version: "0.2.1" }, { name: "listed", version: "1.4.0" }].map((one) => ({ ...one, license: "MIT" }));
  expect(checkTree(good, bills)).toEqual([]);
  const bad = [
    { name: "listed", version: "1.4.0", hasInstallScript: true },
    { name: "unlisted", version: "1.0.0", license: "ISC" },
  ];
  expect(checkTree(bad, bills)).toEqual([
    expect.stringContaining("listed@1.4.0 has the license unknown"),
    "listed@1.4.0 runs a script on the machine of every user who installs it; replace it.",
    "unlisted@1.0.0 is installed, but no bill of materials lists it.",
  ]);
});
