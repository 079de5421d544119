import { createRequire } from "node:module";
import type { AddressInfo, Server } from "node:net";

// Node 24 runs this file, because Verdaccio does not run on Node 20. It ends with its parent.
const [verdaccio = "", configuration = ""] = process.argv.slice(2);
const { runServer } = createRequire(import.meta.url)(verdaccio) as { runServer(configuration: object): Promise<Server> };
// On a busy machine, Verdaccio sets the length of a tarball after it has begun to send it.
process.on("unhandledRejection", (error: NodeJS.ErrnoException) => {
  if (error.code !== "ERR_HTTP_HEADERS_SENT") throw error;
});
const server = await runServer(JSON.parse(configuration) as object);
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
process.stdin.resume().once("end", () => process.exit());
