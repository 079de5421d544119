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
  const create = (): Promise<unknown> =>
    vault.createItem({
      vaultUUID,
      body: {
        title: "Payroll portal",
        category: "LOGIN",
        vault: { id: vaultUUID },
        fields: [
          { purpose: "USERNAME", value: "finance-lead" },
          { purpose: "PASSWORD", value: "example-password" },
        ],
      },
    });
  return countCalls(create, isOnTheWay);
}

/** Where a counted file is, from the root of the repository; a dependency by its name there. */
export function placeOf(url: string): string {
  const path = relative(root, fileURLToPath(url)).replaceAll("\\", "/");
  return path.split("node_modules/").at(-1) ?? path;
}

/** openapi-fetch counts when core calls it, and so does every other dependency: moving code there makes no call shorter. */
export function isOnTheWay(url: string): boolean {
  if (!url.startsWith("file:")) return false;
  const path = relative(root, fileURLToPath(url)).replaceAll("\\", "/");
  return /^packages\/[^/]+\/src\//.test(path) || path.includes("node_modules/");
}
