import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { measure } from "./measure.ts";
import type { Row } from "./table.ts";

const require = createRequire(import.meta.url);
const redocly = require.resolve("@redocly/cli/bin/cli.js");
const SERVICES = [
  { service: "vault", what: "a client of the vault" },
  { service: "management", what: "a client of management" },
  { service: "events", what: "a client of events" },
] as const;

/** Clients in a temporary folder, a TypeScript file for each service. */
export interface GeneratedClients {
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

/**
 * Generates the clients that `redocly generate-client` makes of the contracts, without the network.
 *
 * @param root The root of the repository.
 * @throws Error of the command, such as of a contract that it does not understand.
 */
export async function generateClients(root: string): Promise<GeneratedClients> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-generated-"));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  // Otherwise the command reports its use, and asks a registry for a newer version.
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const generate = ({ service }: (typeof SERVICES)[number]): Promise<unknown> => {
    const words = [redocly, "generate-client", join(root, "specs", service, "openapi.yaml"), "--output", join(folder, `${service}.ts`)];
    // In that folder, because the command reads a redocly.yaml where it runs.
    return promisify(execFile)(process.execPath, words, { cwd: folder, env });
  };
  try {
    // One after the other, so that nothing writes any more when one of them fails and the folder is removed.
    for (const one of SERVICES) await generate(one);
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Measures what users of these clients import: the factory with its table, and the class of its errors. */
export function generatedRows(folder: string): Promise<Row[]> {
  return Promise.all(
    SERVICES.map(async ({ service, what }) => {
      const size = await measure(`export { ApiError, createClient, OPERATIONS } from "./${service}.ts";`, folder);
      return { what, size };
    }),
  );
}
