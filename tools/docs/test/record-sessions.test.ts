import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { differingSessions } from "./differing-sessions.ts";
import { recordSessions } from "./record-sessions.ts";

const GUIDE = `
\`\`\`ts
import { writeFileSync } from "node:fs";

writeFileSync("first.txt", "1");
await fetch("https://vault.example.com/heartbeat");
console.log("of the first");
\`\`\`

\`\`\`ts
import { mkdirSync } from "node:fs";

mkdirSync("folder");
writeFileSync("second.txt", "12");
await Promise.all([fetch("https://vault.example.com/health"), fetch("https://vault.example.com/nowhere")]);
console.log(1);
console.error("an error");
process.emitWarning("a warning");
console.log("list 12", process.env.KEYWRIGHT_VAULT_TOKEN, process.env.VITEST);
\`\`\`

\`\`\`ts fails
import "node:fs";
throw new Error("on purpose");
\`\`\`

\`\`\`ts emulator
import "node:fs";
\`\`\`
`;

it("records what a block itself printed, in its order, and wrote, without the environment of who records, and goes on after one that fails", async () => {
  const folder = await mkdtemp(join(tmpdir(), "keywright-record-"));
  try {
    await writeFile(join(folder, "a.md"), GUIDE);
    const before = { hash: "earlier", output: ["it was so"], requests: [], files: [] };
    const { sessions, failures } = await recordSessions({ "a 2": before }, folder);
    expect(sessions).toEqual({
      "a 0": {
        hash: expect.stringMatching(/^\w{8}$/) as unknown,
        output: ["of the first"],
        requests: ["GET https://vault.example.com/heartbeat → 200"],
        files: ["first.txt (1 bytes)"],
      },
      "a 1": {
        hash: expect.stringMatching(/^\w{8}$/) as unknown,
        output: ["1", "an error", "list 12 example-token undefined"],
        requests: ["GET https://vault.example.com/health → 200", "GET https://vault.example.com/nowhere → 404"],
        files: ["second.txt (2 bytes)"],
      },
      "a 2": before,
      "a 3": { hash: expect.stringMatching(/^\w{8}$/) as unknown, output: [], requests: [], files: [] },
    });
    expect(failures).toEqual([expect.stringMatching(/^a 2 of .* fails in Node: [^]*on purpose/)]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it("names the first line of each list that differs", () => {
  const session = { hash: "1", output: ["a", "b", "c"], requests: [], files: ["f"] };
  expect(differingSessions({ "x 0": session, "x 1": session }, { "x 0": session, "x 1": { ...session, output: ["a", "B"], files: [] } })).toEqual([
    'x 1:\n  output, line 2: recorded "b", now "B"\n  files, line 1: recorded "f", now nothing',
  ]);
  expect(differingSessions({}, { "x 0": { ...session, output: [], files: [] } })).toEqual(['x 0:\n  hash, line 1: recorded nothing, now "1"']);
});
