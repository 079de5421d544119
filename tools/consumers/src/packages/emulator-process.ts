import { join } from "node:path";
import { startServer } from "@keywright/tool-test-kit/command/start-server";
import type { Services } from "./installed.ts";

/** Starts the project's `keywright-emulator` on free ports. @throws Error with its output. */
export async function startEmulator(project: string): Promise<{ readonly services: Services; readonly close: () => Promise<void> }> {
  const command = join(project, "node_modules/.bin/keywright-emulator");
  const { ready, stop } = await startServer(command, ["--port", "0", "--json"], /^(\{.*\})$/m, { folder: project });
  return { services: JSON.parse(ready) as Services, close: stop };
}
