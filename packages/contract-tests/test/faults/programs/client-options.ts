import type { ClientOptions } from "@keywright/core";
import { nodeTransport } from "@keywright/core/node";
import { SENTINELS } from "../secrets.ts";
import { type Clients, createClients } from "../subjects.ts";

/** What the test wants of this program. */
export function readInput<Input>(): Input {
  return JSON.parse(process.argv[2] ?? "{}") as Input;
}

/** The clients of a program on a transport, without chance in their waits. */
export async function clientsOn(
  transport: string,
  baseUrl: string,
  options: Partial<ClientOptions> = {},
): Promise<{ readonly clients: Clients; close(): Promise<void> }> {
  const made = transport === "node" ? await nodeTransport() : undefined;
  const clock = {
    now: () => performance.now(),
    wallNow: () => Date.now(),
    random: () => 0,
    after: (delayMs: number, callback: () => void): unknown => setTimeout(callback, delayMs),
    clear: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
  };
  const clients = createClients({ baseUrl, token: SENTINELS.token, clock, ...(made === undefined ? {} : { transport: made }), ...options });
  return { clients, close: async () => made?.close() };
}
