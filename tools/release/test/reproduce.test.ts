import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ROOT } from "@keywright/tool-test-kit/services";
import { describe, expect, it, onTestFinished } from "vitest";
import { compareWithRegistry, readReleased, rebuild } from "../src/check/reproduce.ts";
import { agesOf, checkProvenance, checkTree } from "../src/check/verify.ts";

const VAULT = { name: "@keywright/vault", version: "0.2.0" };
const sha512 = (text: string): string => createHash("sha512").update(text).digest("hex");
const integrity = (text: string): string => `sha512-${createHash("sha512").update(text).digest("base64")}`;

/** Starts a registry that sends these texts by path, and status 404 for all others. Returns its address. */
async function serve(textsOf: (port: number) => { readonly [path: string]: string | undefined }): Promise<string> {
  const server = createServer(({ url = "" }, response) => {
    const text = textsOf((server.address() as AddressInfo).port)[url];
    response.statusCode = text === undefined ? 404 : 200;
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Compares a package of these bytes with a registry that has this digest and sends this tarball. */
async function compared(built: string, has: string, sends: string, version = VAULT.version): Promise<string | undefined> {
  const registry = await serve((port) => {
    const dist = { integrity: integrity(has), tarball: `http://127.0.0.1:${port}/tarball` };
    return { "/tarball": sends, "/@keywright%2fvault": JSON.stringify({ versions: { [VAULT.version]: { dist } } }) };
  });
  return compareWithRegistry(registry, { ...VAULT, version }, sha512(built));
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

describe("the provenance of a released package", () => {
  const SLSA = "https://slsa.dev/provenance/v1";
  const REPOSITORY = "https://code.example.com/team/clients";
  const ours = { repository: REPOSITORY, path: ".github/workflows/release.yml", ref: "refs/heads/main" };
  /** The findings for a package with attestations of these types and workflows. */
  const found = async (...attested: readonly (readonly [predicateType: string, workflow?: object])[]): Promise<readonly string[]> => {
    const attestations = attested.map(([predicateType, workflow]) => {
      const statement = { predicateType, predicate: workflow === undefined ? {} : { buildDefinition: { externalParameters: { workflow } } } };
      return { predicateType, bundle: { dsseEnvelope: { payload: Buffer.from(JSON.stringify(statement)).toString("base64") } } };
    });
    const registry = await serve(() => ({ "/-/npm/v1/attestations/@keywright%2fvault@0.2.0": JSON.stringify({ attestations }) }));
    return checkProvenance(registry, ["@keywright/vault@0.2.0"], REPOSITORY);
  };
  const published = ["https://github.com/npm/attestation/tree/main/specs/publish/v0.1"] as const;

  it("is that of the release workflow of this repository, next to npm's own attestation", async () => {
    expect(await found(published, [SLSA, ours])).toEqual([]);
  });

  it.each([
    ["none", [published], "has no provenance; it was not published by the workflow."],
    [
      "that of another repository",
      [[SLSA, { ...ours, repository: "https://code.example.com/eve/clients" }]],
      "of https://code.example.com/eve/clients, expected",
    ],
    ["that of another workflow", [[SLSA, { ...ours, path: ".github/workflows/ci.yml" }]], "was built by .github/workflows/ci.yml of"],
    [
      "that of no workflow",
      [[SLSA]],
      "was built by no workflow of an unknown repository, expected .github/workflows/release.yml of https://code.example.com/team/clients",
    ],
    [
      "that of a second build elsewhere",
      [
        [SLSA, ours],
        [SLSA, { ...ours, path: "other.yml" }],
      ],
      "was built by other.yml of",
    ],
  ] as const)("is a finding if it is %s", async (_what, attested, words) => {
    expect(await found(...attested)).toEqual([expect.stringContaining(words)]);
  });

  it("is missing if the registry has no attestation", async () => {
    expect(await checkProvenance(await serve(() => ({})), ["@keywright/vault@0.2.0"], REPOSITORY)).toEqual([expect.stringContaining("has no provenance")]);
  });
});

it("the age of an installed package is unknown if its registry has no time for its version", async () => {
  const time = { "0.2.0": "2026-01-02T03:04:05.000Z" };
  const registry = await serve(() => ({ "/@keywright%2fvault": JSON.stringify({ time }), "/timeless": "{}" }));
  const tree = [VAULT, { ...VAULT, version: "0.3.0" }, { name: "timeless", version: "1.0.0" }];
  expect(await agesOf(tree, () => registry)).toEqual(
    new Map<string, unknown>([
      ["@keywright/vault@0.2.0", expect.any(Number)],
      ["@keywright/vault@0.3.0", undefined],
      ["timeless@1.0.0", undefined],
    ]),
  );
});
