import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type EmulatorServer, serveEmulator } from "@keywright/emulator";
import { bundlePrograms } from "@keywright/tool-test-kit/testing/bundle-programs";
import { PATIENCE_MS } from "@keywright/tool-test-kit/testing/limits";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { emulators, resetEmulators } from "./emulators.ts";

const { management } = emulators;
const here = fileURLToPath(new URL("../", import.meta.url));
const guide = fileURLToPath(new URL("../../../tools/docs/guides/leavers.md", import.meta.url));

const CONTRACTOR = { email: "contractor.twelve@example.com" };
const LEAD = { email: "finance.lead@example.com", userId: "7e51c0f2-0d4b-4c6a-8b21-5a9e3d7f0002" };
const LIST = /^const leavers = \[[\s\S]*?\];$/m;
const NOBODY = { email: "nobody@example.com" };

/** The program of the guide that offboards people, for others than its own, in a folder of its own. */
describe("the guide's program that offboards people, on the emulator", () => {
  let server: EmulatorServer;
  let folder: string;

  beforeAll(async () => {
    server = await serveEmulator(management);
  });
  afterAll(() => server.close());

  beforeEach(async () => {
    resetEmulators();
    folder = await mkdtemp(join(here, ".offboarding-"));
    return () => rm(folder, { recursive: true, force: true });
  });

  async function offboard(leavers: readonly object[], ...options: readonly string[]): Promise<readonly string[]> {
    const blocks = [...(await readFile(guide, "utf8")).matchAll(/^```ts emulator\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
    const program = blocks.find((block) => block.includes("async function offboard")) ?? "";
    expect(program, "the program has a list of its own to replace").toMatch(LIST);
    const own = program
      .replace(LIST, `const leavers: { email: string; userId?: string }[] = ${JSON.stringify(leavers)};`)
      .replaceAll("https://management.example.com", server.url);
    await writeFile(join(folder, "offboard.mts"), own);
    await bundlePrograms([join(folder, "offboard.mts")], folder);
    const child = spawn(process.execPath, ["offboard.js", ...options], {
      cwd: folder,
      env: { ...process.env, KEYWRIGHT_MANAGEMENT_TOKEN: management.token },
      timeout: PATIENCE_MS,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
    expect(code, output).toBe(0);
    return output.trim().split("\n");
  }

  const leavingDates = () => management.store.people.list(({ fields }) => fields.leavingDate === "2026-03-31").map(({ fields }) => fields.email);
  const report = async (): Promise<unknown[]> =>
    (await readFile(join(folder, "offboarding.jsonl"), "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);

  it("shows in a dry run what it would send, and changes nothing", async () => {
    const before = JSON.stringify(management.snapshot());
    const lines = await offboard([CONTRACTOR, LEAD], "--dry-run");
    expect([...lines].sort()).toEqual(
      [
        "2 of 2 to do",
        'would send PATCH /api/people/v1/contractor.twelve%40example.com {"leavingDate":"2026-03-31","teams":null}',
        'would send PATCH /api/people/v1/finance.lead%40example.com {"leavingDate":"2026-03-31","teams":null}',
        `would send PATCH /api/scim/v2/Users/${LEAD.userId} {"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[{"op":"replace","path":"active","value":false}]}`,
        '{"email":"contractor.twelve@example.com","outcome":"dry-run"}',
        '{"email":"finance.lead@example.com","outcome":"dry-run"}',
      ].sort(),
    );
    expect(JSON.stringify(management.snapshot())).toBe(before);
    await expect(report()).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("has a result for each person, and does again only what was not done", async () => {
    const managed = management.store.users.list(({ managedBy }) => managedBy === "epm")[0]?.id ?? "";
    await offboard([CONTRACTOR, NOBODY, { ...LEAD, userId: managed }]);
    expect(leavingDates().sort()).toEqual([CONTRACTOR.email, LEAD.email]);
    const first = await report();
    expect(first).toHaveLength(3);
    expect(first).toEqual(
      expect.arrayContaining([
        { email: CONTRACTOR.email, outcome: "done" },
        { email: NOBODY.email, outcome: "failed", reason: expect.stringMatching(/^updatePerson failed with status 404/) },
        { email: LEAD.email, outcome: "failed", reason: expect.stringMatching(/^patchScimUser failed with status 403/) },
      ]),
    );

    const audited = management.store.audit.nextId();
    const lines = await offboard([CONTRACTOR, LEAD]);
    expect(lines).toEqual(["1 of 2 to do", '{"email":"finance.lead@example.com","outcome":"done"}']);
    expect(management.store.users.get(LEAD.userId)?.user.active).toBe(false);
    expect((await report()).length).toBe(4);
    // Two changes were recorded: those of the one person who was open.
    expect(management.store.audit.nextId() - audited).toBe(2);
  });
});
