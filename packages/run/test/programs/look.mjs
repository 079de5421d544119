// Looks for the secret in the command lines of itself and its parents, and in the environment of its parents.
import { readFileSync } from "node:fs";

const secret = process.env.PASSWORD;
const read = (file) => {
  try {
    return readFileSync(file, "latin1");
  } catch {
    // A parent of another user.
    return "";
  }
};
for (let pid = process.pid; pid > 0;) {
  const environment = pid === process.pid ? "" : read(`/proc/${pid}/environ`);
  process.stdout.write(`${read(`/proc/${pid}/cmdline`).includes(secret) || environment.includes(secret) ? "leaked" : "clean"};`);
  pid = Number(/^PPid:\s*(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
}
process.stdout.write(secret.length === 0 ? "no secret" : "done");
