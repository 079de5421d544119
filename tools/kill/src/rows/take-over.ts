import { checkpointTable } from "@keywright/core/postgres";
import { startPostgres } from "@keywright/tool-testing";
import postgres from "postgres";
import { checkSequence } from "../check-sequence.ts";
import { type End, sleep, start } from "../life.ts";
import type { Row } from "../row.ts";
import { serveStream } from "../stream.ts";

const EVENTS = 50_000;
const PAGE = 200;
const KILLS = 10;
/** Longer than a stand-by takes to notice, and to read its first page. */
const PATIENCE_MS = 20_000;

export const takeOver: Row = {
  id: "F31-pg",
  what: `two machines on one checkpoint in Postgres; the owner is killed ${KILLS} times, the other takes over`,
  needs: ["postgres"],
  async run({ program, random }) {
    const server = await startPostgres();
    const stream = await serveStream(EVENTS);
    const wrong: string[] = [];
    const lives: End[] = [];
    try {
      const sql = postgres(server.url, { onnotice: () => {} });
      await sql.unsafe(checkpointTable());
      await sql.end();
      const machine = () => {
        let heard: (() => void) | undefined;
        const owns = new Promise<void>((resolve) => (heard = resolve));
        const life = start([process.execPath, program("stand-by"), stream.url, stream.token, server.url, String(PAGE)], { onText: () => heard?.() });
        return { ...life, owns };
      };
      let owner = machine();
      await owner.owns;
      for (let kills = 0; kills < KILLS; kills += 1) {
        const next = machine();
        await sleep(random() * 150);
        owner.child.kill("SIGKILL");
        lives.push(await owner.end);
        if ((await Promise.race([next.owns, next.end, sleep(PATIENCE_MS).then(() => "late" as const)])) === "late")
          wrong.push(`nobody took over after kill ${kills + 1}`);
        owner = next;
      }
      lives.push(await owner.end);
    } finally {
      await stream.close();
      await server.stop();
    }
    const came = lives.flatMap(({ printed }) => printed.split("\n").slice(0, -1));
    const { lost, repeated, mostRepeatedAtOnce, wrong: disorder } = checkSequence(stream.sent, came, PAGE);
    const killed = lives.filter(({ signal, printed }) => signal === "SIGKILL" && printed !== "").length;
    if (killed < KILLS) wrong.push(`only ${killed} of ${KILLS} owners were killed at work`);
    const last = lives.at(-1);
    if (last?.code !== 0) wrong.push(`the last machine ended with ${last?.code ?? last?.signal}: ${last?.said.slice(0, 300)}`);
    return { lost, wrong: [...wrong, ...disorder], figure: `${killed} take-overs, ${repeated} repeated, at most ${mostRepeatedAtOnce} at once` };
  },
};
