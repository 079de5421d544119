// Starts a program like a shell does: ends by SIGTERM, and leaves a child that holds its outputs. The child's ways are in the argument.
import { spawn } from "node:child_process";

const [, , way] = process.argv;
const stubborn = "process.on('SIGTERM', () => process.stdout.write('stays;'));";
const child = `${way === "stubborn" ? stubborn : ""} process.on('SIGUSR2', () => process.stdout.write('runs;')); setInterval(() => {}, 2 ** 30); process.stdout.write('child ' + process.pid + ';');`;
spawn(process.execPath, ["-e", child], { stdio: "inherit", detached: way === "escaped" });
process.on("SIGHUP", () => process.stdout.write("got SIGHUP;"));
if (way === "leaving") setTimeout(() => process.exit(4), 0);
setInterval(() => {}, 2 ** 30);
