import { mkdtemp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import type { Services } from "./inside/program.ts";
import type { Runtime } from "./runtimes.ts";

/** An installed command, with its runtime. */
export interface CommandUse {
  readonly runtime: Runtime;
  /** The file of the command. */
  readonly program: string;
  /** The project, in which it may write. */
  readonly folder: string;
  readonly services: Services;
}

/**
 * Writes a stream to a file with `keywright-tail`, then continues on standard output.
 *
 * @returns A summary.
 * @throws Error with its output if a result is wrong.
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
  if (different.size !== 4000 || lines.length !== 4000)
    throw new Error(`expected 4000 lines of different events, got ${lines.length} lines of ${different.size} events`);
  const again = (await tail()).split("\n").filter((line) => line.startsWith("{"));
  if (again.length > 0) throw new Error(`expected no new lines, got ${again.length}`);
  return "4000 lines in a file, none repeated";
}
