import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { digestOf, findPublic, findRegistry, integrityOf, npm, type PackedRelease, readRelease } from "./packed-release.ts";

/** The file with stage ids by `name@version`; `null` for one that only the registry knows. */
export const STAGES_FILE = "stages.json";

interface Stages {
  readonly [id: string]: string | null;
}

/** The result of one package. */
export interface Published {
  readonly release: PackedRelease;
  readonly state: "already exists" | "already staged" | "staged" | "published";
}

/**
 * Stages the inspected tarballs that the registry does not have, dependencies first. No one can
 * install a staged version before a maintainer approves it.
 *
 * Only uses Node and npm, because CI may publish here and has no installed packages. A second run
 * goes on after a first one that was cut off, by `stages.json` in the same folder.
 *
 * @param options `direct`: publishes at once, without a stage.
 * @throws Error if a tarball has changed since it was inspected, or npm fails.
 */
export async function publishRelease(folder: string, { direct = false }: { readonly direct?: boolean } = {}): Promise<readonly Published[]> {
  const releases = await readRelease(folder);
  if (!direct) await checkNpm(folder);
  const registry = await findRegistry(folder);
  const stages: { [id: string]: string | null } = { ...(await readStages(folder)) };
  const published: Published[] = [];
  for (const release of releases) {
    const id = idOf(release);
    if ((await findPublic(registry, release)) !== undefined) published.push({ release, state: "already exists" });
    else if (!direct && stages[id] !== undefined) published.push({ release, state: "already staged" });
    else if (direct) published.push({ release, state: await publishNow(folder, release) });
    else {
      const { state, stage } = await stageOne(folder, release);
      published.push({ release, state });
      stages[id] = stage;
      await writeStages(folder, stages);
    }
  }
  return published;
}

async function publishNow(folder: string, release: PackedRelease): Promise<"published"> {
  const { ok, problem } = await npm(folder, ["publish", ...argumentsOf(release)]);
  if (!ok) throw rejection(release, problem);
  return "published";
}

async function stageOne(folder: string, release: PackedRelease): Promise<{ readonly state: Published["state"]; readonly stage: string | null }> {
  const { ok, output, problem } = await npm(folder, ["stage", "publish", ...argumentsOf(release)]);
  if (ok) return { state: "staged", stage: /"stageId": *"([\da-f-]+)"/.exec(output)?.[1] ?? null };
  // A run that was cut off may have staged it without writing that down.
  if (/\bE409\b|already (been )?staged/.test(problem)) return { state: "already staged", stage: null };
  throw rejection(release, problem);
}

function argumentsOf({ tarball, version }: PackedRelease): readonly string[] {
  const provenance = process.env["ACTIONS_ID_TOKEN_REQUEST_URL"] === undefined ? [] : ["--provenance"];
  return [`./${tarball}`, "--json", "--access", "public", "--tag", tagOf(version), ...provenance];
}

/** Returns npm's tag for a version. A pre-release such as `1.0.0-next.2` is never `latest`. */
function tagOf(version: string): string {
  const [, word] = /^\d+\.\d+\.\d+-([a-z]+)/.exec(version) ?? [];
  return word ?? (version.includes("-") ? "next" : "latest");
}

function rejection(release: PackedRelease, problem: string): Error {
  return new Error(`the registry rejects ${idOf(release)}${adviceOn(problem)}\n${problem}`);
}

function adviceOn(problem: string): string {
  if (/\bE403\b/.test(problem)) return "; check what its trusted publisher may do at npm: one that may only stage rejects --direct";
  return /\bE(NEEDAUTH|401)\b/.test(problem) ? "; run npm login first, or from the workflow, check the trusted publisher of the package at npm" : "";
}

async function checkNpm(folder: string): Promise<void> {
  const { output } = await npm(folder, ["--version"]);
  const [major = 0, minor = 0] = output.split(".").map(Number);
  if (major < 11 || (major === 11 && minor < 15))
    throw new Error(`expected npm 11.15 or later, which can stage, got ${output.trim()}; run npm install --global npm@11`);
}

/** A staged version, which a maintainer can approve. */
export interface Stage {
  readonly release: PackedRelease;
  readonly id: string;
}

/**
 * Returns the stages of a release that wait for approval, dependencies first.
 *
 * @throws Error if a version is neither staged nor published, or was staged with other bytes.
 */
export async function waitingStages(folder: string): Promise<readonly Stage[]> {
  const { ok, output, problem } = await npm(folder, ["stage", "list", "--json"]);
  if (!ok) throw new Error(`npm does not list the stages${adviceOn(problem)}\n${problem}`);
  const listed = JSON.parse(output) as readonly { readonly id: string; readonly packageName: string; readonly version: string; readonly shasum: string }[];
  const registry = await findRegistry(folder);
  const waiting: Stage[] = [];
  for (const release of await readRelease(folder)) {
    const stage = listed.find(({ packageName, version }) => packageName === release.name && version === release.version);
    if (stage === undefined && (await findPublic(registry, release)) === undefined)
      throw new Error(`${idOf(release)} is neither staged nor published; run npx pnpm release publish, or the failed job of the workflow again`);
    if (stage === undefined) continue;
    if (stage.shasum !== (await digestOf(join(folder, release.tarball), "sha1")))
      throw new Error(`${idOf(release)} is staged as ${stage.id} with other bytes than ${release.tarball}; run npm stage reject ${stage.id}, and stage again`);
    waiting.push({ release, id: stage.id });
  }
  return waiting;
}

/**
 * Checks that everyone can install the versions of a release.
 *
 * @returns A finding for each version that the registry lacks, or whose bytes differ.
 */
export async function checkVisible(folder: string): Promise<readonly string[]> {
  const stages = await readStages(folder);
  const registry = await findRegistry(folder);
  const findings: string[] = [];
  for (const release of await readRelease(folder)) {
    const id = idOf(release);
    const found = await findPublic(registry, release);
    if (found === undefined) findings.push(`${id} is not visible; run npx pnpm release approve, and wait a minute`);
    else if (stages[id] !== undefined && found.integrity !== integrityOf(release.sha512))
      findings.push(`${id} has other bytes at the registry than were staged; deprecate it at once`);
  }
  return findings;
}

/** Returns `name@version`. */
export function idOf({ name, version }: PackedRelease): string {
  return `${name}@${version}`;
}

async function readStages(folder: string): Promise<Stages> {
  const text = await readFile(join(folder, STAGES_FILE), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "{}";
    throw error;
  });
  return JSON.parse(text) as Stages;
}

/** Writes the whole file or nothing, because a run can be cut off at any time. */
async function writeStages(folder: string, stages: Stages): Promise<void> {
  const file = join(folder, STAGES_FILE);
  await writeFile(`${file}.new`, `${JSON.stringify(stages, undefined, 2)}\n`);
  await rename(`${file}.new`, file);
}
