import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { subset } from "semver";
import { type Change, changeOf, namesOf } from "@keywright/generate";
import { readManifest } from "@keywright/tool-test-kit/command/packed-package";
import type { Base } from "./base.ts";
import { git } from "./git.ts";
import type { PublishedPackage } from "./packages.ts";

type Names = { readonly [name: string]: string };

/** The texts of a package.json and of `pnpm-workspace.yaml`, whose catalog has versions. */
export type ManifestTexts = readonly [manifest?: string | undefined, workspace?: string | undefined];

/** Returns changes of entries, commands, engines, dependencies, which no other check compares. */
export async function manifestChanges(root: string, { folder }: PublishedPackage, { ref }: Base): Promise<Change[]> {
  const paths = [`${folder}/package.json`, "pnpm-workspace.yaml"];
  const sources = await readSources(join(root, folder, "src"));
  const before = await Promise.all(paths.map((path) => git(root, "show", `${ref}:${path}`)));
  const after = await Promise.all(paths.map((path) => readFile(join(root, path), "utf8").catch(() => undefined)));
  return compareManifests([before[0], before[1]], [after[0], after[1]], sources);
}

/** Returns the names of the packages whose code a package's build contains. */
export async function bundledPackages(root: string, { folder }: PublishedPackage): Promise<readonly string[]> {
  const { dependencies = {}, peerDependencies = {} } = await readManifest(join(root, folder));
  return [...importedBy(await readSources(join(root, folder, "src")))].filter((name) => !(name in dependencies) && !(name in peerDependencies));
}

async function readSources(source: string): Promise<readonly string[]> {
  const files = (await readdir(source, { recursive: true }).catch(() => [])).filter((file) => file.endsWith(".ts"));
  return Promise.all(files.map((file) => readFile(join(source, file), "utf8")));
}

function importedBy(sources: readonly string[]): ReadonlySet<string> {
  const imports = sources.flatMap((text) => [...text.matchAll(/^(?:import|export) (?!type\b)[^;]*? from "((?:@[^/"]+\/)?[^./"][^/"]*)/gm)]);
  return new Set(imports.map(([, name = ""]) => name));
}

/**
 * Compares two states of a package.json.
 *
 * @param sources Texts of the package's sources, because imports by value are bundled.
 */
export function compareManifests(before: ManifestTexts, after: ManifestTexts, sources: readonly string[]): Change[] {
  const imported = importedBy(sources);
  const [was, is] = [offerOf(before, imported), offerOf(after, imported)];
  return namesOf(was, is).flatMap((key) => {
    const [kind = "", name = ""] = key.split(" ");
    const [rule, what] = judgeOffer(kind, was[key], is[key]) ?? [];
    return rule === undefined || what === undefined ? [] : [changeOf(rule, [], `${kind === "needed" ? "peer" : kind} ${name}`, what)];
  });
}

function judgeOffer(kind: string, before: string | undefined, after: string | undefined): readonly [rule: string, what: string] | undefined {
  if (before === after) return undefined;
  if (kind === "entry" || kind === "command") return after === undefined ? ["package/removed", "is gone"] : ["package/added", "is new"];
  if (kind === "needed") return before === undefined ? ["package/peer-required", `${after} has to be installed as well`] : undefined;
  if (kind === "dependency")
    return ["package/dependency", before === undefined ? `${after} is new` : after === undefined ? `${before} is gone` : `was ${before}, and is ${after}`];
  if (kind === "peer" && (before === undefined || after === undefined)) return undefined;
  return [subset(before ?? "*", after ?? "*") ? "package/range-widened" : "package/range-narrowed", `was ${before ?? "*"}, and is ${after ?? "*"}`];
}

interface Manifest
  extends
    Partial<Record<"exports" | "bin", { readonly [name: string]: unknown }>>,
    Partial<Record<"engines" | "dependencies" | "devDependencies" | "peerDependencies", Names>> {
  readonly publishConfig?: Partial<Manifest>;
  readonly peerDependenciesMeta?: { readonly [name: string]: { readonly optional?: boolean } };
}

/** Returns what users depend on apart from types: ranges and versions, and empty for entries. */
function offerOf([text = "{}", workspace = ""]: ManifestTexts, imported: ReadonlySet<string>): Names {
  const { catalog = {} } = (parseYaml(workspace) ?? {}) as { readonly catalog?: Names };
  const manifest = JSON.parse(text) as Manifest;
  const offer: Manifest = { ...manifest, ...manifest.publishConfig };
  const { exports, bin, engines, dependencies, devDependencies = {}, peerDependencies: peers = {}, peerDependenciesMeta: metas = {} } = offer;
  const named = (kind: string, values: { readonly [name: string]: unknown } = {}, isKept: (name: string) => boolean = () => true): Names => {
    const kept = Object.entries(values).filter(([name]) => isKept(name));
    return Object.fromEntries(kept.map(([name, value]) => [`${kind} ${name}`, String(value === "catalog:" ? catalog[name] : value)]));
  };
  const bundled = Object.keys(devDependencies).filter((name) => imported.has(name) && !(name in peers));
  const installed: Names = { ...Object.fromEntries(bundled.map((name) => [name, devDependencies[name] ?? ""])), ...dependencies };
  return {
    ...named("entry", offered(exports)),
    ...named("command", offered(bin)),
    ...named("engine", engines),
    ...named("needed", peers, (name) => metas[name]?.optional !== true),
    ...named("peer", peers),
    // Packages of this repository have change sets of their own.
    ...named("dependency", installed, (name) => installed[name]?.startsWith("workspace:") !== true),
  };
}

/** Returns the names of entries or commands, whose files do not matter. */
function offered(names: { readonly [name: string]: unknown } = {}): Names {
  return Object.fromEntries(Object.keys(names).flatMap((name) => (names[name] === null ? [] : [[name, ""]])));
}
