import { isKeywrightError } from "@keywright/core";
import { SENTINELS } from "../secrets.ts";
import { IDS } from "../subjects.ts";
import { clientsOn, readInput } from "./client-options.ts";

/** What the test wants: so many calls at once, and a block of the event loop once it writes to standard input. */
export interface PausedCallsInput {
  readonly url: string;
  readonly transport: string;
  readonly calls: number;
  readonly blockMs: number;
  readonly timeoutMs: number;
  readonly totalTimeoutMs: number;
}

/** How the calls ended. */
export interface PausedCallsResult {
  readonly succeeded: number;
  readonly timedOut: number;
  /** How often a deadline ended an attempt. */
  readonly deadlines: number;
}

const input = readInput<PausedCallsInput>();
const result = { succeeded: 0, timedOut: 0, deadlines: 0 };
let tokens = 0;
const { clients, close } = await clientsOn(input.transport, input.url, {
  token: { getToken: () => `${SENTINELS.token}.${(tokens += 1)}` },
  timeoutMs: input.timeoutMs,
  totalTimeoutMs: input.totalTimeoutMs,
  onEvent: (event) => void (result.deadlines += event.type === "attempt" && event.errorCode === "timeout" ? 1 : 0),
});
process.stdin.once("data", () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, input.blockMs)).unref();
await Promise.all(
  Array.from({ length: input.calls }, async () => {
    try {
      await clients.vault.getItem({ vaultUUID: IDS.vaultUUID, itemUUID: IDS.itemUUID });
      result.succeeded += 1;
    } catch (error) {
      if (isKeywrightError(error, "timeout")) result.timedOut += 1;
    }
  }),
);
console.log(JSON.stringify(result satisfies PausedCallsResult));
await close();
process.exit();
