import { join } from "node:path";
import { digestOf, findPublic, findRegistry, integrityOf, npm, type PackedRelease, readRelease, readTags } from "./packed-release.ts";

/** The conflict of a version that is staged: npm's two texts, and Verdaccio's. */
const STAGED = /Cannot stage previously published version|Cannot publish over previously staged version|is already staged/;

/** npm spends most of its time on its start. */
const STAGED_AT_A_TIME = 4;

/** The result of one package. */
export interface Published {
  readonly release: PackedRelease;
  readonly state: "already exists" | "already staged" | "staged" | "published";
}

/**
 * Stages the inspected tarballs that the registry does not have. No one can install a staged
 * version before a maintainer approves it, so a few are staged at a time.
 *
 * Only uses Node and npm, because CI may publish here and has no installed packages. A second run
 * goes on after a first one that was cut off: the registry rejects what is staged already.
 *
 * @param options `direct`: publishes at once, without a stage, dependencies first.
 * @param report Receives each result as soon as it is known.
 * @throws Error if a tarball has changed since it was inspected, or npm fails.
 */
export async function publishRelease(folder: string, { direct = false }: { readonly direct?: boolean }, report: (published: Published) => void): Promise<void> {
  const waiting = [...(await readRelease(folder))];
  if (!direct) await checkNpm(folder);
  const registry = await findRegistry(folder);
  const publishRest = async (): Promise<void> => {
    for (let release = waiting.shift(); release !== undefined; release = waiting.shift()) {
      const exists = (await findPublic(registry, release)) !== undefined;
      report({ release, state: exists ? "already exists" : await send(folder, release, direct) });
    }
  };
  // A package that fails does not keep the others from being staged.
  const runs = await Promise.allSettled(Array.from({ length: direct ? 1 : STAGED_AT_A_TIME }, publishRest));
  for (const run of runs) if (run.status === "rejected") throw run.reason;
}

async function send(folder: string, release: PackedRelease, direct: boolean): Promise<Published["state"]> {
  const { ok, problem } = await npm(folder, [...(direct ? [] : ["stage"]), "publish", ...argumentsOf(release)]);
  if (ok) return direct ? "published" : "staged";
  if (!direct && STAGED.test(problem)) return "already staged";
  throw new Error(`the registry rejects ${idOf(release)}${adviceOn(problem)}\n${problem}`);
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

function adviceOn(problem: string): string {
  if (/\bE403\b/.test(problem)) return "; check what its trusted publisher may do at npm: one that may only stage rejects --direct";
  if (/\bE409\b/.test(problem)) return "; run this again, because a conflict may pass";
  return /\bE(NEEDAUTH|401)\b/.test(problem) ? "; run npm login first, or from the workflow, check the trusted publisher of the package at npm" : "";
}

async function checkNpm(folder: string): Promise<void> {
  const { output } = await npm(folder, ["--version"]);
  const [major = 0, minor = 0] = output.split(".").map(Number);
  if (major < 11 || (major === 11 && minor < 15))
    throw new Error(`expected npm 11.15 or later, which can stage, got ${output.trim()}; run npm install --global npm@11`);
}

/** A staged version, which a maintainer can approve or reject. */
export interface Stage {
  readonly release: PackedRelease;
  readonly id: string;
  /** The SHA-1 of the staged tarball in hexadecimal. */
  readonly shasum: string;
}

/** Returns the stages of a release, dependencies first, whatever their bytes are. */
export async function findStages(folder: string): Promise<readonly Stage[]> {
  const { ok, output, problem } = await npm(folder, ["stage", "list", "--json"]);
  if (!ok) throw new Error(`npm does not list the stages${adviceOn(problem)}\n${problem}`);
  const listed = JSON.parse(output) as readonly { readonly id: string; readonly packageName: string; readonly version: string; readonly shasum: string }[];
  return (await readRelease(folder)).flatMap((release) => {
    const stage = listed.find(({ packageName, version }) => packageName === release.name && version === release.version);
    return stage === undefined ? [] : [{ release, id: stage.id, shasum: stage.shasum }];
  });
}

/**
 * Returns the stages of a release that wait for approval, dependencies first.
 *
 * @throws Error if a version is neither staged nor published, or was staged with other bytes.
 */
export async function waitingStages(folder: string): Promise<readonly Stage[]> {
  const stages = await findStages(folder);
  const registry = await findRegistry(folder);
  for (const release of await readRelease(folder)) {
    const id = idOf(release);
    const stage = stages.find((one) => idOf(one.release) === id);
    if (stage === undefined && (await findPublic(registry, release)) === undefined)
      throw new Error(
        `${id} is neither staged nor published; run npx pnpm release publish, or the failed job of the workflow again, or wait a minute if it was just approved`,
      );
    if (stage !== undefined && stage.shasum !== (await digestOf(join(folder, release.tarball), "sha1")))
      throw new Error(`${id} is staged as ${stage.id} with other bytes than ${release.tarball}; run npm stage reject ${stage.id}, and stage again`);
  }
  return stages;
}

/**
 * Checks that everyone can install the versions of a release.
 *
 * @returns A finding for each version that the registry lacks, or has with other bytes and no tag.
 */
export async function checkVisible(folder: string): Promise<readonly string[]> {
  const tags = await readTags();
  const registry = await findRegistry(folder);
  const findings: string[] = [];
  for (const release of await readRelease(folder)) {
    const id = idOf(release);
    const found = await findPublic(registry, release);
    if (found === undefined) findings.push(`${id} is not visible; run npx pnpm release approve, and wait a minute`);
    // The tag of this commit would be wrong for what an earlier commit has published.
    else if (!tags.has(id) && found.integrity !== integrityOf(release.sha512))
      findings.push(
        `${id} has no tag, and other bytes at the registry than ${release.tarball}; run git fetch --tags, or the job tag of the run that staged it, or deprecate it if no run did`,
      );
  }
  return findings;
}

/** Returns `name@version`. */
export function idOf({ name, version }: PackedRelease): string {
  return `${name}@${version}`;
}
