// Preloaded: kills the process before a step of a write, or shifts its clock.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { KILL_WRITE = "0", KILL_STEP = "0", SHIFT_MS = "0", BOOT } = process.env;
let writes = 0;
let steps = 0;

function step() {
  if (writes !== Number(KILL_WRITE)) return;
  steps += 1;
  if (steps === Number(KILL_STEP)) process.kill(process.pid, "SIGKILL");
}

if (KILL_WRITE !== "0") {
  const { open, rename, writeFile } = fs.promises;
  const probe = await open(process.execPath);
  const handles = Object.getPrototypeOf(probe);
  await probe.close();
  for (const name of ["sync", "close"]) {
    const original = handles[name];
    handles[name] = function stepThen(...args) {
      step();
      return original.apply(this, args);
    };
  }
  Object.assign(fs.promises, {
    open(path, ...args) {
      if (String(path).endsWith(".tmp")) writes += 1;
      step();
      return open(path, ...args);
    },
    rename(...args) {
      step();
      return rename(...args);
    },
    writeFile(...args) {
      step();
      return writeFile(...args);
    },
  });
}
if (SHIFT_MS !== "0") {
  const { now } = Date;
  Date.now = () => now() + Number(SHIFT_MS);
}
if (BOOT !== undefined) {
  const { readFileSync } = fs;
  fs.readFileSync = (path, ...args) => (String(path).endsWith("boot_id") ? `${BOOT}\n` : readFileSync(path, ...args));
}
syncBuiltinESMExports();
