import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeChangelogs } from "../../src/release/changelog.ts";
import { repositories, type Repository, withoutMetrics } from "./repository.ts";

describe("the changelogs of a release", () => {
  const makeRepository = repositories();
  let repository: Repository;

  beforeEach(async () => {
    repository = await makeRepository();
  });
  afterEach(() => repository.remove());

  it("list every operation at the first release", async () => {
    await repository.version("0.1.0");
    expect(await writeChangelogs(repository.folder)).toEqual(["packages/emulator/CHANGELOG.md", "packages/vault/CHANGELOG.md"]);
    const changelog = await repository.read("packages/vault/CHANGELOG.md");
    expect(changelog).toMatch(/^### Contract\n\n- 15 operations of the vault service: `listVaults`, /m);
  });

  it("list what has changed by operation at a later one, and are the same when written again", async () => {
    await repository.version("0.1.0");
    await repository.tag("0.1.0");
    await repository.edit(withoutMetrics);
    await repository.version("0.2.0");
    await writeChangelogs(repository.folder);
    const changelog = await repository.read("packages/vault/CHANGELOG.md");
    expect(changelog).toBe(
      "# @keywright/vault\n\n## 0.2.0\n\n### Minor Changes\n\n- Change something\n\n### Contract\n\n- **major** `getMetrics`: the operation is gone. Code that calls it no longer compiles.\n\n  ```ts\n  // before\n  const result = await client.getMetrics();\n  // after: none\n  ```\n\n## 0.1.0\n\n### Minor Changes\n\n- Change something\n",
    );
    await writeChangelogs(repository.folder);
    expect(await repository.read("packages/vault/CHANGELOG.md")).toBe(changelog);
    expect(await repository.read("packages/core/CHANGELOG.md")).not.toContain("Contract");
  });
});
