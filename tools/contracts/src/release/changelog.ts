import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { operationsOf } from "@keywright/generate/contract";
import { changeItem } from "@keywright/generate";
import { type Judgement, judgePackages } from "./judge.ts";
import { contractOf, findPackages, type PublishedPackage } from "./packages.ts";

const HEADING = "### Contract";

/**
 * Adds the contract's changes, by operation, to changelogs of packages with a new version.
 *
 * Runs after `changeset version`, which writes the rest. A second run changes nothing.
 *
 * @returns The changelogs that were written, relative to the root.
 */
export async function writeChangelogs(root: string): Promise<string[]> {
  const written: string[] = [];
  const { packages: judgements } = await judgePackages(root);
  for (const published of await findPackages(root)) {
    const judgement = judgements.find(({ name }) => name === published.name) as Judgement;
    const path = join(published.folder, "CHANGELOG.md");
    const changelog = await readFile(join(root, path), "utf8").catch(() => "");
    if (published.services.length === 0 || judgement.base?.version === published.version || !changelog.includes(`\n## ${published.version}\n`)) continue;
    // Change sets describe the changes of a package.json.
    const changes = judgement.changes.filter(({ rule }) => !rule.startsWith("package/"));
    const lines = judgement.base?.isRelease === true ? changes.map(changeItem) : await firstRelease(root, published);
    if (lines.length === 0) continue;
    await writeFile(join(root, path), withSection(changelog, published.version, lines));
    written.push(path);
  }
  return written;
}

/** The changelog with the section at the end of a version's part. Replaces an earlier section. */
function withSection(changelog: string, version: string, lines: readonly string[]): string {
  const start = changelog.indexOf(`\n## ${version}\n`);
  const end = [changelog.indexOf("\n## ", start + 1), changelog.length].find((index) => index > start) as number;
  const part = changelog.slice(start, end).split(`\n${HEADING}\n`, 1)[0] as string;
  return `${changelog.slice(0, start)}${part.trimEnd()}\n\n${HEADING}\n\n${lines.join("\n").trimEnd()}\n${changelog.slice(end)}`;
}

async function firstRelease(root: string, { services }: PublishedPackage): Promise<string[]> {
  const lines: string[] = [];
  for (const service of services) {
    const operations = operationsOf(await contractOf(root, service)).map(({ id }) => `\`${id}\``);
    lines.push(`- ${operations.length} operations of the ${service} service: ${operations.join(", ")}`);
  }
  return lines;
}
