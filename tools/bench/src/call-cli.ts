import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { createVaultClient } from "@keywright/vault";
import { countCalls, isWithin } from "./count-calls.ts";

readCommandLine(
  "Usage: npx pnpm check call\n  Prints the files and functions that one createItem of the vault client runs. Exits with 1 if a figure is above its goal.",
);

const GOALS = { files: 10, functions: 45, calls: 100 };

const pathOf = (url: string): string => relative(ROOT, fileURLToPath(url)).replaceAll("\\", "/");
/** Dependencies count, so moving code into one makes no call shorter. */
const isOfPackages = (url: string): boolean => url.startsWith("file:") && /^packages\/[^/]+\/src\/|node_modules\//.test(pathOf(url));

const vaultUUID = "iihcwjkpp63v2nsmo436sdbeuu";
const answer = JSON.stringify({ id: "h43qsh4jtbbsdmhlg4rjrm5qxi", title: "Payroll portal", category: "LOGIN", vault: { id: vaultUUID }, version: 1 });
const vault = createVaultClient({
  baseUrl: "https://vault.example.com",
  token: "example-token",
  fetch: () => Promise.resolve(new Response(answer, { status: 200, headers: { "content-type": "application/json" } })),
});
const fields = [
  { purpose: "USERNAME", value: "finance-lead" },
  { purpose: "PASSWORD", value: "example-password" },
] as const;
const body = { title: "Payroll portal", category: "LOGIN", vault: { id: vaultUUID }, fields } as const;

const functions = await countCalls(() => vault.createItem({ vaultUUID, body }), isOfPackages);
const files = [...new Set(functions.map(({ url }) => url))];
for (const file of files) {
  console.log(pathOf(file).split("node_modules/").at(-1));
  for (const { url, name, calls } of functions) if (url === file) console.log(`${String(calls).padStart(6)}  ${name || "(anonymous)"}`);
}
const sums = { files: files.length, functions: functions.length, calls: functions.reduce((sum, { calls }) => sum + calls, 0) };
console.log(`${sums.files} files, ${sums.functions} functions, ${sums.calls} calls (goals: ${GOALS.files}, ${GOALS.functions}, ${GOALS.calls})`);
process.exitCode = isWithin(sums, GOALS) ? 0 : 1;
