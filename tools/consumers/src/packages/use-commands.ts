import { mkdtemp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import type { Services } from "./inside/program.ts";
import type { Runtime } from "./runtimes.ts";

/** A command as it is installed, and what runs it. */
export interface CommandUse {
  readonly runtime: Runtime;
  /** The file of the command. */
  readonly program: string;
  /** The project, for what it writes. */
  readonly folder: string;
  readonly services: Services;
}

/**
 * Has `keywright-tail` write a stream to a file, then to standard output from where it ended.
 *
 * @returns What it did.
 * @throws Error with what it said where it is not as it must be.
 */
export async function useTail({ runtime: { command, parameters }, program, folder, services: { events } }: CommandUse): Promise<string> {
  const place = await mkdtemp(join(folder, "tail-"));
  const output = join(place, "events.jsonl");
  const tail = async (...more: string[]): Promise<string> => {
    const given = ["auditevents", "--checkpoint", join(place, "position"), "--since", "2020-01-01T00:00:00Z", "--page-size", "1000", "--once", "--quiet"];
    const environment = { KEYWRIGHT_EVENTS_URL: events.baseUrl, KEYWRIGHT_EVENTS_TOKEN: events.token };
    const { ok, output: said } = await runCommand(command, [...parameters, program, ...given, ...more], { folder, environment, timeoutMs: 30_000 });
    if (!ok) throw new Error(`it failed\n${said}`);
    return said;
  };
  await tail("--output", output);
  const lines = (await readFile(output, "utf8")).split("\n").slice(0, -1);
  const different = new Set(lines.map((line) => (JSON.parse(line) as { readonly uuid: string }).uuid));
  if (different.size !== 4000 || lines.length !== 4000) throw new Error(`expected 4000 lines, got ${lines.length} of ${different.size} events`);
  const again = (await tail()).split("\n").filter((line) => line.startsWith("{"));
  if (again.length > 0) throw new Error(`expected nothing from where it ended, got ${again.length} lines`);
  return "4000 lines in a file, and none twice";
}
