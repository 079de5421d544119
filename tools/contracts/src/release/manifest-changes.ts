import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { subset } from "semver";
import type { Change, Verdict } from "../diff/change.ts";
import { readAt } from "./git.ts";
import type { Base } from "./last-release.ts";
import type { PublishedPackage } from "./packages.ts";

type Versions = { readonly [name: string]: string };

/** What of a package.json its users depend on. */
interface Manifest {
  readonly exports?: { readonly [entry: string]: unknown };
  readonly bin?: { readonly [command: string]: unknown };
  /** What takes the place of the members of these names once it is published. */
  readonly publishConfig?: { readonly exports?: { readonly [entry: string]: unknown }; readonly bin?: { readonly [command: string]: unknown } };
  readonly engines?: Versions;
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
  readonly peerDependencies?: Versions;
  readonly peerDependenciesMeta?: { readonly [name: string]: { readonly optional?: boolean } };
}

/** What has changed for users in what a package offers, needs and brings along. */
export async function manifestChanges(root: string, { folder }: PublishedPackage, { ref }: Base): Promise<Change[]> {
  const manifest = join(folder, "package.json");
  const before = await stateOf((path) => readAt(root, ref, path), manifest);
  const after = await stateOf((path) => readFile(join(root, path), "utf8").catch(() => undefined), manifest);
  const imported = await importedBy(join(root, folder, "src"));
  return [
    ...changesOf("entry", before.exports, after.exports, offered("imports")),
    ...changesOf("command", before.bin, after.bin, offered("runs")),
    ...changesOf("engine", before.engines, after.engines, needed),
    ...changesOf("peer", requiredPeers(before), requiredPeers(after), demanded),
    ...changesOf("peer", peersOf(before, after), peersOf(after, before), needed),
    ...changesOf("dependency", before.dependencies, after.dependencies, brought),
    ...changesOf("dependency", takenIn(before, imported), takenIn(after, imported), brought),
  ];
}

/** A package.json as it is packed: with the versions that catalog entries name, and what counts for what is published alone. */
async function stateOf(read: (path: string) => Promise<string | undefined>, path: string): Promise<Manifest> {
  const { catalog = {} } = (parseYaml((await read("pnpm-workspace.yaml")) ?? "") ?? {}) as { readonly catalog?: Versions };
  const manifest = JSON.parse((await read(path)) ?? "{}") as Manifest;
  const resolved = (versions: Versions = {}): Versions =>
    Object.fromEntries(Object.entries(versions).map(([name, version]) => [name, version === "catalog:" ? String(catalog[name]) : version]));
  const { dependencies, devDependencies, peerDependencies, publishConfig } = manifest;
  return {
    ...manifest,
    ...publishConfig,
    dependencies: resolved(dependencies),
    devDependencies: resolved(devDependencies),
    peerDependencies: resolved(peerDependencies),
  };
}

/** The packages that sources import by value. */
async function importedBy(folder: string): Promise<ReadonlySet<string>> {
  const files = (await readdir(folder, { recursive: true }).catch(() => [])).filter((file) => file.endsWith(".ts"));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  const imports = texts.flatMap((text) => [...text.matchAll(/^(?:import|export) (?!type\b)[^;]*? from "((?:@[^/"]+\/)?[^./"][^/"]*)/gm)]);
  return new Set(imports.map(([, name = ""]) => name));
}

/** What is imported and not installed beside stands in the files of the package itself. */
function takenIn({ devDependencies = {}, peerDependencies = {} }: Manifest, imported: ReadonlySet<string>): Versions {
  return Object.fromEntries(Object.entries(devDependencies).filter(([name]) => imported.has(name) && !(name in peerDependencies)));
}

function requiredPeers({ peerDependencies = {}, peerDependenciesMeta = {} }: Manifest): Versions {
  return Object.fromEntries(Object.entries(peerDependencies).filter(([name]) => peerDependenciesMeta[name]?.optional !== true));
}

/** Those that another state has too: only their ranges are left to compare. */
function peersOf({ peerDependencies = {} }: Manifest, other: Manifest): Versions {
  return Object.fromEntries(Object.entries(peerDependencies).filter(([name]) => other.peerDependencies?.[name] !== undefined));
}

type Judge = (before: string | undefined, after: string | undefined) => Verdict | undefined;

function changesOf(kind: string, before: { readonly [name: string]: unknown } = {}, after: { readonly [name: string]: unknown } = {}, judge: Judge): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const verdict = judge(textOf(before[name]), textOf(after[name]));
    return verdict === undefined ? [] : [{ ...verdict, operations: [], where: `${kind} ${name}` }];
  });
}

const textOf = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : typeof value === "string" ? value : JSON.stringify(value);

/** What users name: it may come, and may not go. Which file it is, is nobody's business. */
function offered(verb: string): Judge {
  return (before, after) => {
    if (before !== undefined && after === undefined)
      return { level: "major", rule: "package/removed", what: "is gone", consequence: `Code that ${verb} it fails.` };
    return before === undefined && after !== undefined ? { level: "minor", rule: "package/added", what: "is new", consequence: "Nothing to do." } : undefined;
  };
}

/** What users have to install. */
function demanded(before: string | undefined, after: string | undefined): Verdict | undefined {
  return before === undefined && after !== undefined
    ? {
        level: "major",
        rule: "package/peer-required",
        what: `${after} has to be installed beside`,
        consequence: "Without it the package cannot be installed or imported.",
      }
    : undefined;
}

/** What has to be of a version: a range may widen, and may not narrow. */
function needed(before = "*", after = "*"): Verdict | undefined {
  if (before === after) return undefined;
  const what = `was ${before}, and is ${after}`;
  return subset(before, after)
    ? { level: "patch", rule: "package/range-widened", what, consequence: "Nothing to do." }
    : { level: "major", rule: "package/range-narrowed", what, consequence: "Who has another version has to change it." };
}

/** What comes along: of ours, the change sets decide. */
function brought(before: string | undefined, after: string | undefined): Verdict | undefined {
  if (before === after || (before ?? after)?.startsWith("workspace:") === true) return undefined;
  const what = before === undefined ? `${after} is new` : after === undefined ? `${before} is gone` : `was ${before}, and is ${after}`;
  return { level: "patch", rule: "package/dependency", what, consequence: "It comes with the package: users get it with the next version alone." };
}
