import { join } from "node:path";
import { type Life, start } from "../life.ts";
import type { Row } from "../row.ts";

const ROUNDS = 10;
const STARTS = 10;

export const rivals: Row = {
  id: "F31",
  what: `${ROUNDS * STARTS} starts on one checkpoint, ${STARTS} at a time; the owner is killed after each round`,
  needs: [],
  async run({ folder, program }) {
    const wrong: string[] = [];
    let owners = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const answers: Promise<string>[] = [];
      const lives: Life[] = [];
      for (let count = 0; count < STARTS; count += 1) {
        answers.push(
          new Promise((resolve) => {
            const life = start([process.execPath, program("take"), join(folder, "position")], { onText: (text) => resolve(text.trim()) });
            lives.push(life);
            void life.end.then(() => resolve("ended without a word"));
          }),
        );
      }
      const said = await Promise.all(answers);
      const held = said.filter((answer) => answer === "held").length;
      const refused = said.filter((answer) => answer === "checkpoint-owned").length;
      owners += held;
      if (held !== 1 || refused !== STARTS - 1) wrong.push(`round ${round}: ${said.join(", ")}`);
      for (const { child } of lives) child.kill("SIGKILL");
      await Promise.all(lives.map(({ end }) => end));
    }
    return { lost: 0, wrong, figure: `${owners} owners in ${ROUNDS} rounds` };
  },
};
