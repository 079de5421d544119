import { setImmediate, setTimeout } from "node:timers/promises";
import { isKeywrightError } from "@keywright/core";
import { type Clients, IDS } from "../subjects.ts";
import { clientsOn, readInput } from "./client-options.ts";

/** What is asked for, of which server. */
export interface BodyLimitInput {
  readonly url: string;
  readonly transport: string;
  /** `bare` for the platform's fetch without a client, which throws away as much as a client may hold. */
  readonly call: keyof typeof CALLS | "bare";
  readonly limitBytes: number;
}

/** How it ended. */
export interface BodyLimitResult {
  readonly code: string;
  readonly attempts: number;
  /** How many connections are still open a moment later: what is given up frees its own. */
  readonly open: number;
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

const { url, transport, call, limitBytes } = readInput<BodyLimitInput>();

async function readBare(): Promise<void> {
  const reader = (await fetch(url, { redirect: "manual" })).body?.getReader();
  for (let read = 0; read <= limitBytes;) {
    const { value, done } = (await reader?.read()) ?? { done: true };
    if (done) return;
    read += value.length;
  }
  await reader?.cancel();
}

const { clients, close } = await clientsOn(transport, url);
let result = { code: "success", attempts: 0 };
try {
  await (call === "bare" ? readBare() : CALLS[call](clients));
} catch (error) {
  result = isKeywrightError(error) ? { code: error.code, attempts: error.attempts ?? 0 } : { code: String(error), attempts: 0 };
}
const openNow = (): number => process.getActiveResourcesInfo().filter((type) => /^(TCP|TLS)SocketWrap/.test(type)).length;
for (const end = performance.now() + 1000; openNow() > 0 && performance.now() < end;) await setImmediate();
console.log(JSON.stringify({ ...result, open: openNow(), peakBytes: process.resourceUsage().maxRSS * 1024 } satisfies BodyLimitResult));
await close();
