import type { components } from "@keywright/vault/schema";
import { needed, require, requireStatus, Untested } from "../../session/outcome.ts";
import { rule, type Rule } from "../../rules/rule.ts";
import { foreignVault, type VaultWorld } from "./world.ts";

type Schemas = components["schemas"];
type ActivityRecord = Schemas["APIRequest"];

const PAGE = 50;
/** Other programs add records between two requests. */
const MOST_NEW = 3;

/** The rules of the activity and of the server itself. */
export const SERVER_RULES: readonly Rule<VaultWorld>[] = [
  rule("listActivity.page", "read", async ({ session }) => {
    const list = (query: { readonly [name: string]: string }) => session.call<readonly ActivityRecord[]>("listActivity", { query });
    const first = await list({});
    require(first.length <= PAGE, `expected at most ${PAGE} records; got ${first.length}`);
    if (first.length < 12) throw new Untested("the activity has too few records");
    const limited = await list({ limit: "10" });
    require(limited.length === 10, `expected 10 records for limit=10; got ${limited.length}`);
    const isNext = async (): Promise<boolean> => {
      const [page, rest] = [await list({ limit: "11" }), await list({ limit: "1", offset: "10" })];
      const place = page.findIndex((record) => idOf(record) === idOf(needed(rest[0], "the activity has too few records")));
      return place >= 10 - MOST_NEW;
    };
    require(await session.eventually(isNext, Boolean), "offset=10 must begin at the eleventh record");
  }),
  rule("listActivity.newest-first", "read", async ({ session }) => {
    const records = await session.call<readonly ActivityRecord[]>("listActivity");
    const times = records.map(({ timestamp = "" }) => Date.parse(timestamp));
    require(times.every((time, index) => index === 0 || time <= (times[index - 1] ?? 0)), "no record may be newer than the one before it");
    if (times.length < 2) throw new Untested("the activity has too few records");
  }),
  rule("listActivity.deny", "faults", async (world) => {
    const { session } = world;
    const vaultUUID = foreignVault(world);
    requireStatus(await session.attempt("getVault", { path: { vaultUUID } }), [403], "a vault outside of the token");
    const records = await session.eventually(
      () => session.call<readonly ActivityRecord[]>("listActivity"),
      (all) => all.some((record) => record.resource?.vault?.id === vaultUUID),
    );
    const record = records.find(({ resource }) => resource?.vault?.id === vaultUUID);
    require(record?.result === "DENY" &&
      record.action === "READ", `expected a record with READ and DENY; got ${record === undefined ? "none" : `${record.action} and ${record.result}`}`);
  }),
  rule("getHeartbeat.period", "read", async ({ session }) => {
    const text = await session.call<string>("getHeartbeat");
    require(text === ".", "the body must be a single period");
  }),
  rule("getHealth.dependencies", "read", async ({ session }) => {
    const { dependencies = [] } = await session.call<Schemas["ServerHealth"]>("getHealth");
    if (dependencies.length === 0) throw new Untested("the server has no dependencies");
    require(dependencies.every(({ service, status }) => service !== "" && status !== ""), "each dependency must have a name and a status");
  }),
  rule("getMetrics.requests", "read", async ({ session }) => {
    const before = countsOf(await session.call<string>("getMetrics"));
    await session.call("getHeartbeat");
    const after = countsOf(await session.call<string>("getMetrics"));
    if (after.size === 0) throw new Untested("no metric has a method and a status");
    const grown = [...after].some(([sample, count]) => count > (before.get(sample) ?? 0));
    require(grown, "a count with the method GET and the status 200 must grow with a request");
  }),
];

/** The property has two spellings. */
function idOf(record: ActivityRecord): string | undefined {
  return record.requestID ?? record.requestId;
}

function countsOf(metrics: string): ReadonlyMap<string, number> {
  const samples = metrics.split("\n").flatMap((line) => {
    const [, name = "", value = ""] = /^(\w+\{.*\}) (\S+)/.exec(line) ?? [];
    return name.includes('"GET"') && name.includes('"200"') ? [[name, Number(value)] as const] : [];
  });
  return new Map(samples);
}
