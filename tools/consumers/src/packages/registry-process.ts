import { createRequire } from "node:module";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

// Started by startRegistry: Verdaccio by its path, and the folder that it may write to. It tells its port, and ends with the process that started it.
const [verdaccio = "", folder = ""] = process.argv.slice(2);
const { runServer } = createRequire(import.meta.url)(verdaccio) as { runServer(configuration: object): Promise<Server> };

const server = await runServer({
  self_path: folder,
  storage: folder,
  uplinks: {},
  // Everyone on this machine may publish and read: the registry lives as long as a test.
  packages: { "**": { access: "$all", publish: "$anonymous $authenticated", unpublish: "$none" } },
  publish: { allow_offline: true },
  max_body_size: "50mb",
  web: { enable: false },
  log: { type: "stdout", format: "json", level: "error" },
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit());
