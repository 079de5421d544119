import { isKeywrightError, type KeywrightError } from "@keywright/core";
import { type Bench, describe, type Trial } from "../bench.ts";
import type { Row } from "../row.ts";
import { SENTINELS } from "../sentinels.ts";
import { head, JSON_TYPE } from "../server/message.ts";
import { answersJson, sends } from "../server/whole.ts";
import { IDS, ITEM } from "../subjects.ts";

const VAULT_ITEM = { vaultUUID: IDS.vaultUUID, itemUUID: IDS.itemUUID };
const FAST_MS = 250;

/** What a header cannot carry, behind a secret that the refusal must not repeat. */
const UNSENDABLE = ["\r\nx-injected: 1", "\n", "\r", "\0", " ", "\t", "é", "€", "\u2028", "\ud800", ""];

/** Headers of answers on which a careless expression would run for minutes. */
const SLOW_HEADERS: readonly (readonly [name: string, value: string, status: number])[] = [
  ["retry-after", " ".repeat(15_000) + "x", 503],
  ["retry-after", "1".repeat(15_000), 429],
  ["retry-after", `Mon, ${"1".repeat(15_000)}`, 429],
  ["retry-after", `Mon,${" ".repeat(15_000)}03 Jun 2019 11:00:00 GMT`, 429],
  ["content-type", `application/json${" ;".repeat(7000)}`, 200],
  ["content-type", `${"a".repeat(7500)}/${"b".repeat(7500)}`, 200],
  ["content-type", `${"/+json".repeat(2500)}x`, 200],
  ["content-length", "0".repeat(15_000), 200],
  ["www-authenticate", `Bearer ${'realm="'.repeat(2000)}`, 401],
  ["www-authenticate", `Bearer ${'a="\\"'.repeat(3000)}`, 401],
  ["www-authenticate", `Bearer ${"a".repeat(15_000)}`, 401],
  ["link", `${"<".repeat(15_000)}`, 200],
  ["link", `<x>; rel="next"${"; ".repeat(7000)}`, 200],
];

const POLLUTION =
  '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"fields":[{"__proto__":{"polluted":1},"id":"password","value":"x"}],"errors":{"__proto__":["polluted"]}}';

/** The rest of what goes wrong in the security of clients. */
export const tricks: Row = {
  id: "TRICKS",
  fault: "header injection, clear text, slow headers, prototype pollution",
  async run(bench) {
    let count = 0;
    for (const ending of UNSENDABLE) {
      const secret = ending === "" ? "" : `${SENTINELS.token}${ending}`;
      for (const [name, token] of [
        ["a text", secret],
        ["a function", () => secret],
        ["a promise", () => Promise.resolve(secret)],
        ["a provider", { getToken: () => secret }],
      ] as const) {
        count += 1;
        await refusesBeforeSending(bench, `a token that a header cannot carry, as ${name}`, "invalid-token", (trial, url) =>
          trial.clients(url, { token }).vault.getItem(VAULT_ITEM),
        );
      }
    }
    for (const ending of UNSENDABLE.filter((text) => !/^[ \té]?$/.test(text))) {
      count += 2;
      const headers = { "x-secret": `${SENTINELS.fieldValue.slice(0, 24)}${ending}` };
      await refusesBeforeSending(bench, "a header of the client", "invalid-configuration", async (trial, url) =>
        trial.clients(url, { headers }).vault.getItem(VAULT_ITEM),
      );
      await refusesBeforeSending(bench, "a header of the call", "invalid-configuration", (trial, url) =>
        trial.clients(url).vault.getItem(VAULT_ITEM, { headers }),
      );
    }
    for (const ending of ["\r\nx: 1", "\0", "\n"]) {
      count += 1;
      await refusesBeforeSending(bench, "a client secret with control characters", "invalid-argument", (trial, url) =>
        trial.clients(url).management.issueToken({
          clientId: "client",
          clientSecret: `${SENTINELS.clientSecret}${ending}`,
          body: { grant_type: "client_credentials" } as never,
        }),
      );
    }
    for (const name of ["authorization", "Authorization", "host", "content-length", "transfer-encoding", "connection", "x y", "x:y", "x\r\ny"]) {
      count += 1;
      await refusesBeforeSending(bench, "a header that is not the caller's", "invalid-configuration", (trial, url) =>
        trial.clients(url).vault.getItem(VAULT_ITEM, { headers: { [name]: SENTINELS.token } }),
      );
    }
    for (const host of [
      "service.example",
      "10.0.0.1",
      "192.168.1.1",
      "0.0.0.0",
      "127.0.0.1.service.example",
      "[::2]",
      "localhost.service.example",
      "127.1.service.example",
    ]) {
      count += 1;
      await refusesBeforeSending(bench, "clear text to another machine", "invalid-configuration", async (trial) =>
        trial.clients(`http://${host}`).vault.getItem(VAULT_ITEM),
      );
    }
    let slowestMs = 0;
    for (const [name, value, status] of SLOW_HEADERS) {
      count += 1;
      await bench.run(`a slow ${name}`, async (trial) => {
        const server = await trial.serve(() =>
          sends(
            `${head(status, [...(name === "content-type" ? [] : [JSON_TYPE]), ...(name === "content-length" ? [] : [["content-length", "2"] as const]), [name, value]])}{}`,
            "finish",
          ),
        );
        const outcome = await trial.attempt(() => trial.clients(server.url, { retry: false }).vault.getItem(VAULT_ITEM));
        slowestMs = Math.max(slowestMs, outcome.durationMs);
        trial.that(outcome.durationMs < FAST_MS, `it took ${Math.round(outcome.durationMs)} ms`);
        trial.that(outcome.ok || isKeywrightError(outcome.error), `expected success or an error of ours; ${describe(outcome)}`);
      });
    }
    for (const status of [200, 400]) {
      count += 1;
      await bench.run(`names that pollute, ${status}`, async (trial) => {
        const server = await trial.serve([answersJson(JSON.parse(POLLUTION), status)]);
        await trial.attempt(() => trial.clients(server.url).vault.getItem(VAULT_ITEM));
        trial.that(
          ({} as { readonly polluted?: unknown }).polluted === undefined && !("polluted" in Object.prototype),
          "the prototype of all objects is polluted",
        );
      });
    }
    await bench.run("a secret in a masked answer", async (trial) => {
      const server = await trial.serve([answersJson(ITEM)]);
      const { value } = await trial.attempt(() => trial.clients(server.url).vault.getItem(VAULT_ITEM));
      trial.that(JSON.stringify(value).includes(SENTINELS.answeredValue), "the value was to stay readable in JSON");
    });
    return `${count} tricks: refused before anything was sent, the value never repeated; the slowest header took ${Math.ceil(slowestMs)} ms`;
  },
};

async function refusesBeforeSending(
  bench: Bench,
  label: string,
  code: KeywrightError["code"],
  call: (trial: Trial, url: string) => Promise<unknown>,
): Promise<void> {
  await bench.run(label, async (trial) => {
    const server = await trial.serve([]);
    const outcome = await trial.attempt(async () => call(trial, server.url));
    trial.that(isKeywrightError(outcome.error, code), `expected ${code}; ${describe(outcome)}`);
    trial.that(server.connections === 0, "something was sent");
  });
}
