import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { createVaultClient } from "@keywright/vault";
import { type CountedFile, countCalls } from "./count-calls.ts";

const root = resolve(import.meta.dirname, "../../../..");
const vaultUUID = "iihcwjkpp63v2nsmo436sdbeuu";
const body = JSON.stringify({ id: "h43qsh4jtbbsdmhlg4rjrm5qxi", title: "Payroll portal", category: "LOGIN", vault: { id: vaultUUID }, version: 1 });

/** Counts the functions of the packages and their dependencies that one successful `createItem` of a client with default options runs. */
export function countCreateItem(): Promise<readonly CountedFile[]> {
  const vault = createVaultClient({
    baseUrl: "https://vault.example.com",
    token: "example-token",
    fetch: () => Promise.resolve(new Response(body, { status: 200, headers: { "content-type": "application/json" } })),
  });
  const fields = [
    { purpose: "USERNAME", value: "finance-lead" },
    { purpose: "PASSWORD", value: "example-password" },
  ] as const;
  const item = { title: "Payroll portal", category: "LOGIN", vault: { id: vaultUUID }, fields } as const;
  return countCalls(() => vault.createItem({ vaultUUID, body: item }), isOnTheWay);
}

const pathOf = (url: string): string => relative(root, fileURLToPath(url)).replaceAll("\\", "/");

/** Returns the path of a counted file, relative to the root of the repository; in a dependency, to its package. */
export function placeOf(url: string): string {
  return pathOf(url).split("node_modules/").at(-1) ?? "";
}

/** Returns whether a script counts. Dependencies do, so moving code into one makes no call shorter. */
export function isOnTheWay(url: string): boolean {
  return url.startsWith("file:") && /^packages\/[^/]+\/src\/|node_modules\//.test(pathOf(url));
}
