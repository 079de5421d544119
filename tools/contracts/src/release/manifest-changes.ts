import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { subset } from "semver";
import { type Change, changeOf } from "../diff/change.ts";
import { namesOf } from "../diff/values.ts";
import type { Base } from "./base.ts";
import { readAt } from "./git.ts";
import type { PublishedPackage } from "./packages.ts";

type Names = { readonly [name: string]: string };

/** What users of a package depend on apart from its types, by name. */
interface Offer {
  readonly entry: Names;
  readonly command: Names;
  readonly engine: Names;
  /** All peer dependencies, and those that are not optional. */
  readonly peer: Names;
  readonly requiredPeer: Names;
  /** Dependencies, and packages that are bundled into its files. Packages of this repository have change sets of their own. */
  readonly dependency: Names;
}

/** Returns the changes of a package's entries, commands, engines and dependencies. No other check compares these with a release. */
export async function manifestChanges(root: string, { folder }: PublishedPackage, { ref }: Base): Promise<Change[]> {
  const imported = await importedBy(join(root, folder, "src"));
  const before = await offerOf((path) => readAt(root, ref, path), folder, imported);
  const after = await offerOf((path) => readFile(join(root, path), "utf8").catch(() => undefined), folder, imported);
  return (Object.keys(JUDGES) as (keyof Offer)[]).flatMap((kind) =>
    namesOf(before[kind], after[kind]).flatMap((name) => {
      const [rule, what] = JUDGES[kind](before[kind][name], after[kind][name]) ?? [];
      return rule === undefined || what === undefined ? [] : [changeOf(rule, [], `${kind === "requiredPeer" ? "peer" : kind} ${name}`, what)];
    }),
  );
}

type JudgeOffer = (before: string | undefined, after: string | undefined) => readonly [rule: string, what: string] | undefined;

/** Judges an entry or a command, which may be added but not removed. */
const offered: JudgeOffer = (before, after) => {
  if (after === undefined) return ["package/removed", "is gone"];
  return before === undefined ? ["package/added", "is new"] : undefined;
};

/** Judges a range, which may widen but not narrow. */
const ranged: JudgeOffer = (before = "*", after = "*") => {
  if (before === after) return undefined;
  return [subset(before, after) ? "package/range-widened" : "package/range-narrowed", `was ${before}, and is ${after}`];
};

const JUDGES: { readonly [Kind in keyof Offer]: JudgeOffer } = {
  entry: offered,
  command: offered,
  engine: ranged,
  requiredPeer: (before, after) =>
    before === undefined && after !== undefined ? ["package/peer-required", `${after} has to be installed as well`] : undefined,
  peer: (before, after) => (before === undefined || after === undefined ? undefined : ranged(before, after)),
  dependency: (before, after) => {
    if (before === after || (before ?? after)?.startsWith("workspace:") === true) return undefined;
    return ["package/dependency", before === undefined ? `${after} is new` : after === undefined ? `${before} is gone` : `was ${before}, and is ${after}`];
  },
};

interface Manifest
  extends
    Partial<Record<"exports" | "bin", { readonly [name: string]: unknown }>>,
    Partial<Record<"engines" | "dependencies" | "devDependencies" | "peerDependencies", Names>> {
  readonly publishConfig?: Partial<Manifest>;
  readonly peerDependenciesMeta?: { readonly [name: string]: { readonly optional?: boolean } };
}

/** Reads a package.json as it is published: with the versions of the catalog and with `publishConfig`. */
async function offerOf(read: (path: string) => Promise<string | undefined>, folder: string, imported: ReadonlySet<string>): Promise<Offer> {
  const { catalog = {} } = (parseYaml((await read("pnpm-workspace.yaml")) ?? "") ?? {}) as { readonly catalog?: Names };
  const manifest = JSON.parse((await read(`${folder}/package.json`)) ?? "{}") as Manifest;
  const { exports = {}, bin = {}, engines = {}, peerDependenciesMeta = {}, ...others } = { ...manifest, ...manifest.publishConfig };
  const versions = (names: Names = {}, isKept: (name: string) => boolean = () => true): Names =>
    Object.fromEntries(Object.entries(names).flatMap(([name, range]) => (isKept(name) ? [[name, range === "catalog:" ? String(catalog[name]) : range]] : [])));
  const peer = versions(others.peerDependencies);
  return {
    entry: namesIn(exports),
    command: namesIn(bin),
    engine: engines,
    requiredPeer: versions(peer, (name) => peerDependenciesMeta[name]?.optional !== true),
    peer,
    dependency: { ...versions(others.devDependencies, (name) => imported.has(name) && !(name in peer)), ...versions(others.dependencies) },
  };
}

/** Returns the names whose value is not null. Their files do not matter. */
function namesIn(names: { readonly [name: string]: unknown }): Names {
  return Object.fromEntries(Object.entries(names).flatMap(([name, value]) => (value === null ? [] : [[name, ""]])));
}

/** Returns the packages that sources import by value. */
async function importedBy(folder: string): Promise<ReadonlySet<string>> {
  const files = (await readdir(folder, { recursive: true }).catch(() => [])).filter((file) => file.endsWith(".ts"));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  const imports = texts.flatMap((text) => [...text.matchAll(/^(?:import|export) (?!type\b)[^;]*? from "((?:@[^/"]+\/)?[^./"][^/"]*)/gm)]);
  return new Set(imports.map(([, name = ""]) => name));
}
