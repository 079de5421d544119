import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runOrThrow } from "@keywright/tool-test-kit/command/run-command";
import { expect, it, onTestFinished } from "vitest";
import { readReleases } from "../src/home-page.ts";

it("the home page has the newest tag of each package with its day, without pre-releases", async () => {
  const folder = await mkdtemp(join(tmpdir(), "keywright-tags-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const git = async (day: string, ...words: readonly string[]): Promise<unknown> => {
    const environment = { GIT_COMMITTER_DATE: `${day}T12:00:00Z` };
    return runOrThrow("git", ["-c", "user.name=tags", "-c", "user.email=tags@example.com", ...words], { folder, environment });
  };
  await git("2026-01-01", "init", "--quiet");
  await git("2026-01-01", "commit", "--quiet", "--allow-empty", "--message", "Release");
  expect(await readReleases(folder)).toEqual({});
  const tags = { "@keywright/vault@0.9.0": "2026-01-02", "@keywright/vault@0.10.0": "2026-01-03", "@keywright/vault@1.0.0-next.1": "2026-01-04" };
  for (const [tag, day] of Object.entries({ ...tags, v1: "2026-01-05" })) await git(day, "tag", "--annotate", "--message", tag, tag);
  expect(await readReleases(folder)).toEqual({ "@keywright/vault": "0.10.0, 2026-01-03" });
});
