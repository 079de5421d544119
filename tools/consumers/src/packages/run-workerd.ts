import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";

/** A worker without Node's modules that may connect to this machine. */
const CONFIGURATION = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (modules = [(name = "worker.js", esModule = embed "worker.js")], compatibilityDate = "2026-01-01")),
    (name = "internet", network = (allow = ["local"])),
  ],
);
`;

/**
 * Runs a bundle as the test of a worker of workerd. Returns its output.
 *
 * @param bundle `worker.js` of a project.
 */
export async function runInWorkerd(command: string, bundle: string): Promise<string> {
  const folder = dirname(bundle);
  await writeFile(join(folder, "worker.capnp"), CONFIGURATION);
  return (await runCommand(command, ["test", "worker.capnp"], { folder, timeoutMs: 60_000 })).output;
}
