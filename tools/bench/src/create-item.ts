import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT } from "@keywright/tool-test-kit/services";
import { createVaultClient } from "@keywright/vault";
import { type CountedFile, countCalls } from "./count-calls.ts";

const vaultUUID = "iihcwjkpp63v2nsmo436sdbeuu";
const body = JSON.stringify({ id: "h43qsh4jtbbsdmhlg4rjrm5qxi", title: "Payroll portal", category: "LOGIN", vault: { id: vaultUUID }, version: 1 });

/** Maximum figures of a call. */
export const CALL_GOALS = { files: 10, functions: 45, calls: 100 } as const;

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
  return countCalls(() => vault.createItem({ vaultUUID, body: item }), isOfPackages);
}

/** Returns whether a script counts. Dependencies do, so moving code into one makes no call shorter. */
export function isOfPackages(url: string): boolean {
  return url.startsWith("file:") && /^packages\/[^/]+\/src\/|node_modules\//.test(pathOf(url));
}

/** Returns each file with its functions and their calls, a last line with the sums and their goals, and whether no sum is above its goal. */
export function judgeCall(
  files: readonly CountedFile[],
  goals: { readonly [figure in keyof typeof CALL_GOALS]: number } = CALL_GOALS,
): { readonly lines: readonly string[]; readonly isShort: boolean } {
  const all = files.flatMap(({ functions }) => functions);
  const calls = all.reduce((sum, one) => sum + one.calls, 0);
  const lines = files.flatMap(({ url, functions }) => [
    pathOf(url).split("node_modules/").at(-1) ?? "",
    ...functions.map((one) => `${String(one.calls).padStart(6)}  ${one.name || "(anonymous)"}`),
  ]);
  const sums = `${files.length} files, ${all.length} functions, ${calls} calls (goals: ${goals.files}, ${goals.functions}, ${goals.calls})`;
  return { lines: [...lines, sums], isShort: files.length <= goals.files && all.length <= goals.functions && calls <= goals.calls };
}

function pathOf(url: string): string {
  return relative(ROOT, fileURLToPath(url)).replaceAll("\\", "/");
}
