import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { startServices } from "../measure/servers.ts";
import type { Row } from "../measure/row.ts";
import { interleave, median, summary } from "../measure/rounds.ts";

const LOGINS = { "Team/Team": 12, "Automation/Robot": 5, "Handover/Transferred": 3 };
const OTHERS = {
  "Finance portal": ["username", "password", "last review"],
  "Build server": ["address", "admin"],
  "Reporting database": ["server", "engine"],
  "Guest network": ["network name", "password"],
  Library: ["phone"],
};

/** 50 references to 25 items in four vaults of the emulator. */
const REFERENCES = [
  ...Object.entries(LOGINS)
    .flatMap(([name, count]) => Array.from({ length: count }, (_unused, index) => `op://${name} login ${index + 1}`))
    .flatMap((item) => [`${item}/username`, `${item}/password`]),
  ...Object.entries(OTHERS).flatMap(([item, fields]) => fields.map((field) => `op://Production/${item}/${field}`)),
];

/** What `keywright-run` adds to the start of a program. */
export const running: Row = {
  name: "run-start",
  what: `start of Node with keywright-run and ${REFERENCES.length} secrets − start of Node alone`,
  unit: "ms",
  goal: { atMost: 250 },
  async measure({ stage, quick }) {
    const server = await startServices("emulator", stage);
    try {
      const { vault } = server.ready;
      const program = ["-e", ""];
      const commands = { alone: program, run: [join(stage, "node_modules/@keywright/run/dist/cli.js"), "--", process.execPath, ...program] };
      const env = {
        PATH: process.env["PATH"],
        KEYWRIGHT_VAULT_URL: vault.baseUrl,
        KEYWRIGHT_VAULT_TOKEN: vault.token,
        ...Object.fromEntries(REFERENCES.map((reference, index) => [`SECRET_${index}`, reference])),
      };
      const rounds = await interleave(["alone", "run"], quick ? 9 : 25, async (name) => {
        const begun = performance.now();
        await promisify(execFile)(process.execPath, commands[name], { env });
        return performance.now() - begun;
      });
      const added = rounds.run.map((ms, round) => ms - (rounds.alone[round] ?? Number.NaN));
      const ratio = median(rounds.run) / median(rounds.alone);
      return summary(added, [`alone ${median(rounds.alone).toFixed(0)} ms, ${ratio.toFixed(1)} times that with secrets`]);
    } finally {
      await server.stop();
    }
  },
};
