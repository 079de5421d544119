// Preloaded: the first sync of a file says so, and waits until a file named "go" is in the folder. Also says that SIGTERM came.
import { existsSync } from "node:fs";
import { open } from "node:fs/promises";

const file = await open(process.argv[1]);
const { sync } = Object.getPrototypeOf(file);
await file.close();
let isFirst = true;
Object.getPrototypeOf(file).sync = async function slowSync() {
  if (isFirst) {
    isFirst = false;
    process.stderr.write("writing;");
    while (!existsSync("go")) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return sync.call(this);
};
process.on("SIGTERM", () => process.stderr.write("got SIGTERM;"));
