// Prints each signal that it gets, and a file on SIGHUP. Ends by SIGTERM, unless its argument is "stubborn", and with code 5 on SIGUSR2 if it is "ending".
import { readFileSync } from "node:fs";

const [, , mode] = process.argv;
const { FILE, PASSWORD = "" } = process.env;
const say = (text) => process.stdout.write(`${text};`);
for (const signal of ["SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGWINCH", ...(mode === "stubborn" ? ["SIGTERM"] : [])]) {
  process.on(signal, () => {
    say(`got ${signal}`);
    if (signal === "SIGHUP" && FILE !== undefined) say(`file ${readFileSync(FILE, "utf8")}`);
    if (signal === "SIGUSR2" && mode === "ending") process.exit(5);
  });
}
setInterval(() => {}, 2 ** 30);
say(`started ${PASSWORD.length}`);
