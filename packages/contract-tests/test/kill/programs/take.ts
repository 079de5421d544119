import { writeSync } from "node:fs";
import { isKeywrightError } from "@keywright/core";
import { fileCheckpoint } from "@keywright/core/node";

/** Takes a checkpoint and says how that went; who has it keeps it until standard input ends. */
const [path = ""] = process.argv.slice(2);
try {
  await fileCheckpoint(path).acquire("listAuditEvents");
  writeSync(1, "held\n");
  process.stdin.resume();
} catch (error) {
  writeSync(1, `${isKeywrightError(error) ? error.code : String(error)}\n`);
  process.exit();
}
