import { writeSync } from "node:fs";
import { fileCheckpoint } from "@keywright/core/node";

/** Saves again and again, and prints each version once it is kept. */
const [path = "", times = "40"] = process.argv.slice(2);
const owned = await fileCheckpoint(path).acquire("listAuditEvents");
let version = (await owned.load())?.version ?? 0;
for (let count = 0; count < Number(times); count += 1) {
  version = await owned.save({ cursor: `cursor-${version + 1}-${"x".repeat(200)}` }, version);
  writeSync(1, `${version}\n`);
}
