// Prints a secret of a cache with an offline copy. Each line of standard input is a poll, and its end ends the program.
import { createInterface } from "node:readline";
import { createVaultClient } from "@keywright/vault";
import { secretCache } from "@keywright/vault/cache";
import { offlineCopy, vaultEnvironment } from "@keywright/vault/node";

const [path = "", reference = "", afterMs = ""] = process.argv.slice(2);
const environment = vaultEnvironment();
try {
  const copy = offlineCopy(path, { ...environment, afterMs: Number(afterMs) });
  const secrets = await secretCache(createVaultClient(environment), { references: [reference], offlineCopy: copy });
  console.log(secrets.get(reference));
  for await (const line of createInterface({ input: process.stdin })) {
    await secrets.refresh().catch(() => {});
    console.log(`polled for ${line}`);
  }
  secrets.close();
} catch (error) {
  console.error(String(error));
  process.exitCode = 3;
}
