import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { createVaultClient } from "@keywright/vault";
import { type CountedFile, countCalls } from "./count-calls.ts";

const root = resolve(import.meta.dirname, "../../../..");
const vaultUUID = "iihcwjkpp63v2nsmo436sdbeuu";
const body = JSON.stringify({ id: "h43qsh4jtbbsdmhlg4rjrm5qxi", title: "Payroll portal", category: "LOGIN", vault: { id: vaultUUID }, version: 1 });

/** Counts what one successful `createItem` of a client with default options runs, of our sources and of our dependencies. */
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

/** Where a counted file is, from the root of the repository; a dependency by its name there. */
export function placeOf(url: string): string {
  return pathOf(url).split("node_modules/").at(-1) ?? "";
}

/** openapi-fetch counts when core calls it, and so does every other dependency: moving code there makes no call shorter. */
export function isOnTheWay(url: string): boolean {
  return url.startsWith("file:") && /^packages\/[^/]+\/src\/|node_modules\//.test(pathOf(url));
}
