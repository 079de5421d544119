import { setTimeout } from "node:timers/promises";
import { isKeywrightError } from "@keywright/core";
import { type Clients, IDS } from "../subjects.ts";
import { serveAsChild } from "./serve.ts";

/** What is asked for, of which server. */
export interface BodyLimitInput {
  readonly url: string;
  /** `bare` for the platform's fetch without a client. */
  readonly call: keyof typeof CALLS | "bare";
  /** The default of the clients. */
  readonly limitBytes: number;
}

/** What came of it. */
export interface BodyLimitAnswer {
  readonly code: string;
  readonly attempts: number;
  /** The most memory that the process ever had, in bytes. */
  readonly peakBytes: number;
}

const ITEM = { vaultUUID: IDS.vaultUUID, itemUUID: IDS.itemUUID };

const CALLS = {
  getItem: ({ vault }: Clients): Promise<unknown> => vault.getItem(ITEM),
  createItem: ({ vault }: Clients): Promise<unknown> =>
    vault.createItem({ vaultUUID: IDS.vaultUUID, body: { vault: { id: IDS.vaultUUID }, category: "LOGIN", title: "An item" } }),
  deleteItem: ({ vault }: Clients): Promise<unknown> => vault.deleteItem(ITEM),
  getMetrics: ({ vault }: Clients): Promise<unknown> => vault.getMetrics(),
  getFileContent: ({ vault }: Clients): Promise<unknown> => vault.getFileContent(IDS),
  /** Reads a piece, and then no more for a while. */
  async idleStream({ vault }: Clients): Promise<unknown> {
    const reader = (await vault.getFileContent(IDS)).stream().getReader();
    await reader.read();
    await setTimeout(300);
    return reader.cancel();
  },
};

/** What the platform takes for itself: reads as much as a client may, and throws it away. */
async function readBare(url: string, limitBytes: number): Promise<void> {
  const reader = (await fetch(url, { redirect: "manual" })).body?.getReader();
  for (let read = 0; read <= limitBytes;) {
    const { value, done } = (await reader?.read()) ?? { done: true };
    if (done) return;
    read += value.length;
  }
  await reader?.cancel();
}

serveAsChild<BodyLimitInput, BodyLimitAnswer>(async ({ url, call, limitBytes }, { bench }) => {
  let answer: BodyLimitAnswer | undefined;
  await bench.run(call, async (trial) => {
    const outcome = await trial.attempt(() => (call === "bare" ? readBare(url, limitBytes) : CALLS[call](trial.clients(url))));
    const error = isKeywrightError(outcome.error) ? outcome.error : undefined;
    answer = {
      code: outcome.ok ? "success" : (error?.code ?? "no error of ours"),
      attempts: error?.attempts ?? 0,
      peakBytes: process.resourceUsage().maxRSS * 1024,
    };
  });
  return answer as BodyLimitAnswer;
});
