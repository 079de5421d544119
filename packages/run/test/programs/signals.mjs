// Prints each signal that it gets. Ends by TERM, unless its argument is "stubborn".
const stubborn = process.argv[2] === "stubborn";
for (const signal of ["SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGWINCH", ...(stubborn ? ["SIGTERM"] : [])]) {
  process.on(signal, () => process.stdout.write(`got ${signal};`));
}
process.stdout.write(`started ${process.env.PASSWORD_LENGTH ?? ""}${process.env.PASSWORD?.length ?? ""};`);
process.stdin.resume();
