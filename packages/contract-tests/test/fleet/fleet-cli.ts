import { readCommandLine, rejectCommandLine } from "@keywright/tool-test-kit/command";
import { runWithKills } from "./kills.ts";
import { measureLoad } from "./load.ts";
import { startFleet } from "./set-up.ts";

const USAGE = `Usage: npx pnpm test fleet [--accounts N] [--events N] [--seconds N] [--full | --load]
  Three workers of keywright-tail read the streams of many accounts into Postgres, while one is killed every 5 seconds, and Postgres twice.
  --accounts  how many accounts, with three streams each. Default: 100
  --events    how many events a stream has at the start. Default: 60
  --seconds   how long workers and Postgres are killed. Default: 35
  --full      1000 accounts, and 10 minutes, with Postgres killed every minute; needs the machine alone, because it limits the time of a takeover
  --load      1000 accounts and one worker, without kills: its memory, connections and processor time, and the lag next to a backlog`;

const KILL_PAGE = 25;
const LOAD_PAGE = 1000;

const { values } = readCommandLine(USAGE, {
  accounts: { type: "string" },
  events: { type: "string" },
  seconds: { type: "string" },
  full: { type: "boolean", default: false },
  load: { type: "boolean", default: false },
});
const numberOf = (text: string | undefined, standard: number): number => {
  const number = Number(text ?? standard);
  return Number.isSafeInteger(number) && number > 0 ? number : rejectCommandLine(USAGE, `${text} is no whole number from 1 on.`);
};
const { full, load } = values;
const accounts = numberOf(values.accounts, full || load ? 1000 : 100);
const events = numberOf(values.events, 60);
const forMs = numberOf(values.seconds, full ? 600 : 35) * 1000;
const serverKillsAt = full ? Array.from({ length: 9 }, (_unused, index) => (index + 1) * 60_000) : [forMs * 0.35, forMs * 0.8];

const fleet = await startFleet(accounts, events, load ? LOAD_PAGE : KILL_PAGE);
let problems: readonly string[] = ["the run has not ended"];
try {
  problems = load ? await measureLoad(fleet, events) : await runWithKills(fleet, forMs, serverKillsAt, full);
} finally {
  await fleet.stop();
}
for (const problem of problems) console.log(`FAILED  ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);
