import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import type { Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { installPinned } from "./pinned.ts";

/** An empty npm registry on this machine: its address, and an `.npmrc` that installs from it. */
export type Registry = Awaited<ReturnType<typeof startRegistry>>;

/** The scope of the packages that are published. */
const SCOPE = "@keywright";

/**
 * Starts Verdaccio on a free port of the loopback address, without another registry.
 *
 * @param folder For published packages and an `.npmrc` to publish with; the caller removes it.
 */
export async function startRegistry(folder: string) {
  const verdaccio = (await installPinned("registry"))("verdaccio");
  const { runServer } = createRequire(import.meta.url)(verdaccio) as { runServer(configuration: object): Promise<Server> };
  const storage = join(folder, "storage");
  await mkdir(storage, { recursive: true });
  const server = await runServer({
    self_path: storage,
    storage,
    uplinks: {},
    // Everyone on this machine may publish and read, because the registry only runs during a test.
    packages: { "**": { access: "$all", publish: "$anonymous $authenticated", unpublish: "$none" } },
    publish: { allow_offline: true },
    max_body_size: "50mb",
    web: { enable: false },
    log: { type: "stdout", format: "json", level: "error" },
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  // npm does not publish without a token; this registry accepts any.
  const npmrc = `${SCOPE}:registry=${url}\n//127.0.0.1:${port}/:_authToken=any\n`;
  await writeFile(join(folder, ".npmrc"), npmrc);
  return {
    url,
    npmrc,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
