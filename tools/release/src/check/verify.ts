import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand, runOrThrow } from "@keywright/tool-test-kit/command/run-command";
import { findRegistry } from "../publish/packed-release.ts";
import { readReleased } from "./reproduce.ts";
import { checkLicenses } from "./sbom.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const PROVENANCE = "https://slsa.dev/provenance/";

/** A package of npm's lockfile. */
interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
}

/** One package of an installed tree. */
export interface Installed extends Locked {
  readonly name: string;
}

/** What was found of a release. */
export interface Verified {
  /** The packages that users of the release install, with the age of each in days. */
  readonly ages: ReadonlyMap<string, number>;
  readonly findings: readonly string[];
}

export interface VerifyOptions {
  /** Where the released packages are; all others come from npm's configuration. Default: npm's. */
  readonly registry?: string | undefined;
  /** Whether the registry has signatures and attestations. Default: true. */
  readonly signed?: boolean;
}

/**
 * Installs released packages with all that they depend on, without scripts, and checks the tree.
 *
 * @param bills The released packages as `name@version`, each with the ids of its bill of materials.
 */
export async function verifyRelease(bills: ReadonlyMap<string, readonly string[]>, options: VerifyOptions = {}): Promise<Verified> {
  const { registry, signed = true } = options;
  const released = [...bills.keys()].map(readReleased);
  const folder = await mkdtemp(join(tmpdir(), "keywright-verify-"));
  try {
    const dependencies = Object.fromEntries(released.map(({ name, version }) => [name, version]));
    await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
    const [scope] = released[0]?.name.split("/") ?? [];
    await writeFile(join(folder, ".npmrc"), registry === undefined ? "" : `${scope}:registry=${registry}\n`);
    const words = signed ? [] : ["--package-lock-only"];
    await runOrThrow("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...words], { folder });
    const lock = JSON.parse(await readFile(join(folder, "package-lock.json"), "utf8")) as { readonly packages: { readonly [path: string]: Locked } };
    const tree = treeOf(lock.packages);
    const npmRegistry = await findRegistry(folder);
    const registryOf = (name: string): string => (registry !== undefined && name.startsWith(`${scope}/`) ? registry : npmRegistry);
    const ages = new Map(
      await Promise.all(
        tree.map(async (one) => [`${one.name}@${one.version}`, (Date.now() - (await publishedAt(registryOf(one.name), one))) / DAY_MS] as const),
      ),
    );
    const findings = checkTree(tree, bills);
    return { ages, findings: signed ? [...findings, ...(await checkSignatures(folder, registry ?? npmRegistry, [...bills.keys()]))] : findings };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function treeOf(packages: { readonly [path: string]: Locked }): readonly Installed[] {
  return Object.entries(packages).flatMap(([path, locked]) => {
    const [, name] = /.*node_modules\/(.+)$/.exec(path) ?? [];
    return name === undefined ? [] : [{ ...locked, name }];
  });
}

/** Checks licenses and lifecycle scripts of installed packages, and that a bill lists each. */
export function checkTree(tree: readonly Installed[], bills: ReadonlyMap<string, readonly string[]>): string[] {
  const listed = new Set([...bills.keys(), ...[...bills.values()].flat()].map((id) => id.replace(/@[^@]*$/, "")));
  return tree.flatMap(({ name, version, license, hasInstallScript = false }) => {
    const id = `${name}@${version}`;
    const findings = checkLicenses(id, license === undefined ? [] : [license]);
    if (hasInstallScript) findings.push(`${id} runs a script on the machine of every user who installs it; replace it.`);
    if (!listed.has(name)) findings.push(`${id} is installed, but no bill of materials lists it.`);
    return findings;
  });
}

/** Returns when a version was published, in milliseconds since 1970. */
async function publishedAt(registry: string, { name, version }: Installed): Promise<number> {
  const response = await fetch(`${registry}${name.replace("/", "%2f")}`, { signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`${registry} returns status ${response.status} for ${name}; try again`);
  const { time } = (await response.json()) as { readonly time: { readonly [version: string]: string } };
  return Date.parse(time[version] ?? "");
}

/** Checks signatures and attestations with npm, and that these packages have provenance. */
async function checkSignatures(folder: string, registry: string, ids: readonly string[]): Promise<string[]> {
  const { ok, output } = await runCommand("npm", ["audit", "signatures"], { folder });
  const findings = ok ? [] : [`npm audit signatures fails: ${output}`];
  for (const id of ids) {
    const response = await fetch(`${registry}-/npm/v1/attestations/${id.replace("/", "%2f")}`, { signal: AbortSignal.timeout(60_000) });
    if (!response.ok || !(await response.text()).includes(PROVENANCE)) findings.push(`${id} has no provenance; it was not published by the workflow.`);
  }
  return findings;
}
