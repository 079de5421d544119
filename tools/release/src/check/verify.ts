import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand, runOrThrow } from "@keywright/tool-test-kit/command/run-command";
import { findRegistry } from "../publish/packed-release.ts";
import { readReleased } from "./reproduce.ts";
import { checkLicenses } from "./sbom.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const PROVENANCE = "https://slsa.dev/provenance/v1";

/** The workflow that publishes. */
const WORKFLOW = ".github/workflows/release.yml";

/** A package of npm's lockfile. */
interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
}

/** One package of an installed tree. */
export type Installed = Locked & { readonly name: string };

/** What was found of a release. */
export interface Verified {
  /** The packages that users of the release install, with the age of each in days if known. */
  readonly ages: ReadonlyMap<string, number | undefined>;
  readonly findings: readonly string[];
}

export interface VerifyOptions {
  /** Where the released packages are; all others come from npm's configuration. Default: npm's. */
  readonly registry?: string | undefined;
  /**
   * The address of the repository whose workflow has published. Default: none, for a registry
   * without signatures and attestations.
   */
  readonly repository?: string | undefined;
}

/**
 * Installs released packages with all that they depend on, without scripts, and checks the tree.
 *
 * @param bills The released packages as `name@version`, each with the ids of its bill of materials.
 */
export async function verifyRelease(bills: ReadonlyMap<string, readonly string[]>, options: VerifyOptions = {}): Promise<Verified> {
  const { registry, repository } = options;
  const released = [...bills.keys()].map(readReleased);
  const folder = await mkdtemp(join(tmpdir(), "keywright-verify-"));
  try {
    const dependencies = Object.fromEntries(released.map(({ name, version }) => [name, version]));
    await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
    const [scope] = released[0]?.name.split("/") ?? [];
    await writeFile(join(folder, ".npmrc"), registry === undefined ? "" : `${scope}:registry=${registry}\n`);
    const words = repository === undefined ? ["--package-lock-only"] : [];
    await runOrThrow("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...words], { folder });
    const lock = JSON.parse(await readFile(join(folder, "package-lock.json"), "utf8")) as { readonly packages: { readonly [path: string]: Locked } };
    const tree = treeOf(lock.packages);
    const npmRegistry = await findRegistry(folder);
    const registryOf = (name: string): string => (registry !== undefined && name.startsWith(`${scope}/`) ? registry : npmRegistry);
    const ages = await agesOf(tree, registryOf);
    const findings = checkTree(tree, bills);
    if (repository === undefined) return { ages, findings };
    const { ok, output } = await runCommand("npm", ["audit", "signatures"], { folder });
    if (!ok) findings.push(`npm audit signatures fails: ${output}`);
    return { ages, findings: [...findings, ...(await checkProvenance(registry ?? npmRegistry, [...bills.keys()], repository))] };
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

/** Returns the age of each package in days; `undefined` if its registry has no time for it. */
export async function agesOf(tree: readonly Installed[], registryOf: (name: string) => string): Promise<ReadonlyMap<string, number | undefined>> {
  const ages = tree.map(async ({ name, version }) => {
    const registry = registryOf(name);
    const response = await fetch(`${registry}${name.replace("/", "%2f")}`, { signal: AbortSignal.timeout(60_000) });
    if (!response.ok) throw new Error(`${registry} returns status ${response.status} for ${name}; try again`);
    const { time = {} } = (await response.json()) as { readonly time?: { readonly [version: string]: string } };
    const age = (Date.now() - Date.parse(time[version] ?? "")) / DAY_MS;
    return [`${name}@${version}`, Number.isNaN(age) ? undefined : age] as const;
  });
  return new Map(await Promise.all(ages));
}

/** An attestation whose signature npm checks; its payload is a statement of in-toto. */
type Attestation = { readonly bundle: { readonly dsseEnvelope: { readonly payload: string } } };

/** What provenance says of a build by GitHub Actions. */
interface Statement {
  readonly predicateType: string;
  readonly predicate: {
    readonly buildDefinition?: { readonly externalParameters?: { readonly workflow?: { readonly repository: string; readonly path: string } } };
  };
}

/** Checks that packages have provenance, and all of it from the workflow of this repository. */
export async function checkProvenance(registry: string, ids: readonly string[], repository: string): Promise<string[]> {
  const findings: string[] = [];
  for (const id of ids) {
    const response = await fetch(`${registry}-/npm/v1/attestations/${id.replace("/", "%2f")}`, { signal: AbortSignal.timeout(60_000) });
    const { attestations = [] } = (response.ok ? await response.json() : {}) as { readonly attestations?: readonly Attestation[] };
    const statements = attestations.map(({ bundle }) => JSON.parse(Buffer.from(bundle.dsseEnvelope.payload, "base64").toString()) as Statement);
    const provenance = statements.filter(({ predicateType }) => predicateType === PROVENANCE);
    if (provenance.length === 0) findings.push(`${id} has no provenance; it was not published by the workflow.`);
    for (const { predicate } of provenance) {
      const { repository: built = "an unknown repository", path = "no workflow" } = predicate.buildDefinition?.externalParameters?.workflow ?? {};
      if (built !== repository || path !== WORKFLOW)
        findings.push(`${id} was built by ${path} of ${built}, expected ${WORKFLOW} of ${repository}. Do not install it before you know why.`);
    }
  }
  return findings;
}
