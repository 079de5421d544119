import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createEventsClient } from "@keywright/events";
import { bundledProgram } from "@keywright/tool-test-kit/testing/bundled-program";
import { createVaultClient } from "@keywright/vault";
import { expect, inject, it } from "vitest";

const COMMAND = bundledProgram(fileURLToPath(new URL("../../emulator", import.meta.url)));

interface Compared {
  readonly operation: string;
  readonly same: number;
  readonly different: number;
  readonly notComparable: number;
}

/** Runs `keywright-emulator compare` on a Prism mock while a function calls it: the exit code, and for each operation how many responses were the same, different and not comparable. */
async function compareWithPrism(service: string, use: (baseUrl: string) => Promise<unknown>): Promise<readonly [code: unknown, counts: readonly unknown[]]> {
  const upstream = inject("mockUrls")[service] as string;
  const child = spawn(process.execPath, [COMMAND, "compare", "--upstream", upstream, "--service", service, "--port", "0", "--json"]);
  const exited = once(child, "exit");
  let printed = "";
  child.stdout.on("data", (chunk) => (printed += String(chunk)));
  try {
    const [line] = (await once(child.stderr, "data")) as [Buffer];
    await use(/http:\/\/127\.0\.0\.1:\d+$/m.exec(String(line))?.[0] ?? "");
  } finally {
    child.kill("SIGTERM");
  }
  const [code] = (await exited) as [unknown];
  const { operations } = JSON.parse(printed) as { readonly operations: readonly Compared[] };
  return [code, operations.map(({ operation, same, different, notComparable }) => [operation, same, different, notComparable])];
}

it("the emulator returns what a Prism mock of the vault returns, as far as the contract determines it", async () => {
  const compared = await compareWithPrism("vault", async (baseUrl) => {
    const vault = createVaultClient({ baseUrl, token: "any-token" });
    const [{ id: vaultUUID = "" } = {}] = await vault.listVaults();
    await vault.getVault({ vaultUUID });
    const [{ id: itemUUID = "" } = {}] = await vault.listItems({ vaultUUID });
    await vault.getItem({ vaultUUID, itemUUID });
    await vault.getHealth();
  });
  expect(compared).toEqual([0, ["listVaults", "getVault", "listItems", "getItem", "getHealth"].map((id) => [`vault ${id}`, 1, 0, 0])]);
});

it("so it does for the pages of events, whose cursors are others", async () => {
  let pages = 0;
  const compared = await compareWithPrism("events", async (baseUrl) => {
    const events = createEventsClient({ baseUrl, token: "any-token" });
    for await (const _ of events.listAuditEvents().pages()) pages += 1;
  });
  expect(pages).toBeGreaterThan(1);
  expect(compared).toEqual([0, [["events listAuditEvents", pages, 0, 0]]]);
});
