import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import type { CommandUse } from "./use-commands.ts";

/**
 * Checks the services with `keywright-conformance`, without a write.
 *
 * @returns A summary.
 * @throws Error with its output if a rule is broken.
 */
export async function useConformance({ runtime: { command, parameters }, program, folder, services }: CommandUse): Promise<string> {
  const { vault, management, events } = services;
  const urls = ["--vault", vault.baseUrl, "--management", management.baseUrl, "--events", events.baseUrl];
  const environment = { KEYWRIGHT_VAULT_TOKEN: vault.token, KEYWRIGHT_MANAGEMENT_TOKEN: management.token, KEYWRIGHT_EVENTS_TOKEN: events.token };
  const { ok, output } = await runCommand(command, [...parameters, program, ...urls, "--tier", "faults"], { folder, environment, timeoutMs: 60_000 });
  const held = [...output.matchAll(/: (\d+) held, 0 broken/g)].map(([, count]) => Number(count));
  if (!ok || held.length !== 3) throw new Error(`expected three services without a broken rule\n${output}`);
  return `${held.reduce((sum, count) => sum + count)} rules of three services held`;
}
