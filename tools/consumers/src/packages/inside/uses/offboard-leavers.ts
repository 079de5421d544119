import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ManagementClient, scimPatch, settleEach } from "@keywright/management";
import { expectSame } from "../program.ts";

/** The list as a spreadsheet gives it; nobody has the second address. */
const LIST = `email,userId
contractor.twelve@example.com,
nobody@example.com,
finance.lead@example.com,7e51c0f2-0d4b-4c6a-8b21-5a9e3d7f0002
`;

interface Leaver {
  readonly email: string;
  readonly userId: string;
}

function readList(text: string): readonly Leaver[] {
  const [, ...rows] = text.trim().split("\n");
  return rows.map((row) => {
    const [email = "", userId = ""] = row.split(",");
    return { email, userId };
  });
}

/** The addresses that a report says are done. */
async function readDone(report: string): Promise<ReadonlySet<string>> {
  const text = await readFile(report, "utf8").catch(() => "");
  const lines = text.split("\n").filter(Boolean);
  const results = lines.map((line) => JSON.parse(line) as { readonly email: string; readonly outcome: string });
  return new Set(results.flatMap(({ email, outcome }) => (outcome === "done" ? [email] : [])));
}

/** Sets the last day of each leaver and shuts the user out; goes on where the report ends. Both changes can be made twice without harm. */
async function offboard(management: ManagementClient, leavers: readonly Leaver[], report: string, mostAtOnce: number): Promise<number> {
  const done = await readDone(report);
  const open = leavers.filter(({ email }) => !done.has(email));
  let count = 0;
  const work = settleEach(open, async ({ email, userId }) => {
    await management.updatePerson({ id: email, body: { leavingDate: "2026-03-31", teams: null } });
    if (userId !== "") await management.patchScimUser({ userId, body: scimPatch().replace("active", false).body });
  });
  for await (const { item, outcome } of work) {
    await appendFile(report, `${JSON.stringify({ email: item.email, outcome })}\n`);
    count += 1;
    if (count === mostAtOnce) break;
  }
  return open.length;
}

/** Offboards the people of a list, is stopped after the first, and does the rest when it is started again; a third start has but the failed one to do. */
export async function offboardLeavers(management: ManagementClient): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-offboard-"));
  try {
    const report = join(folder, "report.jsonl");
    const leavers = readList(LIST);
    expectSame("leavers of the first start", await offboard(management, leavers, report, 1), 3);
    const left = 3 - (await readDone(report)).size;
    expectSame("leavers of the second start", await offboard(management, leavers, report, Infinity), left);
    expectSame("leavers that are done", [...(await readDone(report))].sort().join(), "contractor.twelve@example.com,finance.lead@example.com");
    expectSame("leavers of the third start", await offboard(management, leavers, report, Infinity), 1);
  } finally {
    await rm(folder, { recursive: true });
  }
  return "2 leavers of 3 in people and users, in three starts";
}
