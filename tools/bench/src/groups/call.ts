import { countCreateItem } from "../call/create-item.ts";
import { CALL_GOALS, type CallLength, lengthOf } from "../call/print-call.ts";
import type { Group, Row } from "../row.ts";

const counted = (figure: keyof CallLength, what: string): Row => ({ name: `call-${figure}`, what, unit: figure, goal: { atMost: CALL_GOALS[figure] } });

/** Each of these is a count, the same in every run; of the sources, because the files that are shipped are bundles. */
export const call: Group = {
  name: "call",
  rows: [
    counted("files", "files that one createItem of the vault client runs"),
    counted("functions", "functions of these that run"),
    counted("calls", "calls of these functions"),
  ],
  async measure() {
    const { files, functions, calls } = lengthOf(await countCreateItem());
    return { "call-files": { figure: files }, "call-functions": { figure: functions }, "call-calls": { figure: calls } };
  },
};
