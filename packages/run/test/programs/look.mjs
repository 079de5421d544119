// Looks for the secret in the command lines of itself and its parents, and in the environment of its parents.
import { readFileSync } from "node:fs";

const secret = process.env.PASSWORD;
for (let pid = process.pid; pid > 0;) {
  const found =
    readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(secret) || (pid !== process.pid && readFileSync(`/proc/${pid}/environ`, "latin1").includes(secret));
  process.stdout.write(`${found ? "leaked" : "clean"};`);
  pid = Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1] ?? 0);
}
process.stdout.write(secret.length === 0 ? "no secret" : "done");
