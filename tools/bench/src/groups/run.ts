import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { startServices } from "../measure/servers.ts";
import type { Measurement, Row, Surroundings } from "../measure/row.ts";
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

/** Clock ticks are 10 ms on Linux (sysconf(3), _SC_CLK_TCK). */
const TICK_MS = 10;
/** Starts of a round, because a tick is a tenth of what is measured. */
const STARTS = 5;

/** The processor time of all processes that this one started and that ended, in milliseconds. */
async function cpuOfChildren(): Promise<number> {
  // proc(5): after the name come the fields from 3; cutime is 16, cstime is 17.
  const fields = (await readFile("/proc/self/stat", "latin1")).replace(/^.*\) /s, "").split(" ");
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

/** Measures what `keywright-run` adds to the start of a program, by a clock. */
async function measureStart({ stage, quick }: Surroundings, clock: () => number | Promise<number>): Promise<Measurement> {
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
    const rounds = await interleave(["alone", "run"], quick ? 3 : 9, async (name) => {
      const begun = await clock();
      for (let start = 0; start < STARTS; start += 1) await promisify(execFile)(process.execPath, commands[name], { env });
      return ((await clock()) - begun) / STARTS;
    });
    const added = rounds.run.map((ms, round) => ms - (rounds.alone[round] ?? Number.NaN));
    const ratio = median(rounds.run) / median(rounds.alone);
    return summary(added, [`alone ${median(rounds.alone).toFixed(0)} ms, ${ratio.toFixed(1)} times that with secrets`]);
  } finally {
    await server.stop();
  }
}

/** What `keywright-run` adds to the start of a program. */
export const running: readonly Row[] = [
  {
    name: "run-start",
    what: `start of Node with keywright-run and ${REFERENCES.length} secrets − start of Node alone`,
    unit: "ms",
    goal: { atMost: 250 },
    measure: (surroundings) => measureStart(surroundings, () => performance.now()),
  },
  {
    name: "run-cpu",
    what: "the same in processor time, of all processes",
    unit: "ms",
    goal: { atMost: 100 },
    measure: (surroundings) => measureStart(surroundings, cpuOfChildren),
  },
];
