import { isKeywrightError, type KeywrightError } from "@keywright/core";
import { type Bench, describe } from "../bench.ts";
import type { Row } from "../row.ts";
import { answers } from "../server/whole.ts";
import { ITEM, isSame } from "../subjects.ts";
import { readVectors } from "../vectors.ts";

const TYPE = [["content-type", "application/json"]] as const;
const TEXT = JSON.stringify(ITEM);

/** What has to come of a body: a value, or a refusal. */
interface Case {
  readonly name: string;
  readonly body: string | Uint8Array;
  readonly expected: { readonly value: unknown } | { readonly code: KeywrightError["code"] };
}

const OWN: readonly Case[] = [
  { name: "a byte order mark", body: `\uFEFF${TEXT}`, expected: { value: ITEM } },
  { name: "a key twice: the last one counts", body: '{"title":"first","title":"second"}', expected: { value: { title: "second" } } },
  { name: "a byte that no UTF-8 has", body: Buffer.from(TEXT.replace("Finance", "\xff"), "latin1"), expected: { code: "malformed-response" } },
  { name: "Latin-1", body: Buffer.from(TEXT.replace("Finance", "Grüße"), "latin1"), expected: { code: "malformed-response" } },
  { name: "an overlong encoding", body: Buffer.from('{"a":"\xc0\xaf"}', "latin1"), expected: { code: "malformed-response" } },
  { name: "half a surrogate pair", body: Buffer.from('{"a":"\xed\xa0\x80"}', "latin1"), expected: { code: "malformed-response" } },
  { name: "UTF-16 with its mark", body: Buffer.from(`\uFEFF${TEXT}`, "utf16le"), expected: { code: "malformed-response" } },
  { name: "UTF-16 without one", body: Buffer.from(TEXT, "utf16le"), expected: { code: "malformed-response" } },
  { name: "a character that ends in the middle", body: Buffer.from('{"a":"\xe2\x82"}', "latin1"), expected: { code: "malformed-response" } },
  { name: "100,000 opening brackets", body: "[".repeat(100_000), expected: { code: "truncated-response" } },
  { name: "100,000 nested arrays", body: "[".repeat(100_000) + "]".repeat(100_000), expected: { value: undefined } },
];

interface Vector {
  readonly name: string;
  readonly verdict: "accept" | "reject" | "either";
  readonly base64: string;
}

/** Bodies whose bytes are no text, no JSON, or are in doubt. */
export const encodings: Row = {
  id: "F13",
  fault: "invalid UTF-8, BOM, duplicate keys, UTF-16, JSONTestSuite",
  async run(bench) {
    for (const one of OWN) await check(bench, one);
    const vectors = await readVectors<readonly Vector[]>("json-test-suite/parsing.json");
    if (vectors === undefined) return `${OWN.length} of ${OWN.length} bodies of our own; JSONTestSuite not run: CONFORMANCE_VECTORS is not set`;
    let right = 0;
    const decided = vectors.filter(({ verdict }) => verdict !== "either");
    for (const { name, verdict, base64 } of vectors) {
      const body = Buffer.from(base64, "base64");
      if (verdict === "either") await eitherWay(bench, name, body);
      else if (
        await check(bench, {
          name,
          body,
          expected: verdict === "accept" ? { value: JSON.parse(body.toString("utf8")) as unknown } : { code: "malformed-response" },
        })
      )
        right += 1;
    }
    return `${OWN.length} of our own; JSONTestSuite: ${right} of ${decided.length} decided, ${vectors.length - decided.length} either way without a crash`;
  },
};

/** Any refusal of an invalid answer will do where a body only has to be refused: an end in the middle looks like a cut. */
async function check(bench: Bench, { name, body, expected }: Case): Promise<boolean> {
  let holds = false;
  await bench.run(name, async (trial) => {
    const server = await trial.serve(() => answers({ headers: TYPE, body }));
    const outcome = await trial.attempt(() => trial.clients(server.url).vault.listVaults({}, { retry: false, signal: trial.signal }));
    if ("code" in expected)
      holds =
        isKeywrightError(outcome.error, expected.code) || (expected.code === "malformed-response" && isKeywrightError(outcome.error, "truncated-response"));
    else holds = outcome.ok && (expected.value === undefined || isSame(outcome.value, expected.value));
    trial.that(holds, `expected ${"code" in expected ? expected.code : "the value"}; ${describe(outcome)}`);
  });
  return holds;
}

async function eitherWay(bench: Bench, name: string, body: Uint8Array): Promise<void> {
  await bench.run(name, async (trial) => {
    const server = await trial.serve(() => answers({ headers: TYPE, body }));
    const outcome = await trial.attempt(() => trial.clients(server.url).vault.listVaults({}, { retry: false, signal: trial.signal }));
    trial.that(outcome.ok || isKeywrightError(outcome.error), `expected a value or an error of ours; ${describe(outcome)}`);
  });
}
