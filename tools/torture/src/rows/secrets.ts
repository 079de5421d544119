import { inspect } from "node:util";
import type { CallOptions } from "@keywright/core";
import type { Bench } from "../bench.ts";
import { inParallel } from "../in-parallel.ts";
import type { Row } from "../row.ts";
import { PIECES, SENTINELS } from "../sentinels.ts";
import { answersJson } from "../server/whole.ts";
import { type Clients, IDS, ITEM, READS, WRITES } from "../subjects.ts";
import { ECHOES } from "./secret-echoes.ts";

const { answeredValue, clientSecret, code, cursor, refreshToken, fieldValue } = SENTINELS;
const ITEM_IDS = { vaultUUID: IDS.vaultUUID, itemUUID: IDS.itemUUID };

type Call = (clients: Clients, options: CallOptions) => Promise<unknown>;

/** Calls that carry every kind of secret. */
const CALLS: readonly (readonly [string, Call])[] = [
  ...[...READS, ...WRITES].map(({ name, call }): readonly [string, Call] => [name, call]),
  [
    "replaceItem",
    ({ vault }, options) =>
      vault.replaceItem(
        {
          ...ITEM_IDS,
          body: { vault: { id: IDS.vaultUUID }, category: "LOGIN", title: "An item", fields: [{ id: "password", type: "CONCEALED", value: fieldValue }] },
        },
        options,
      ),
  ],
  ["getFileContent", async ({ vault }, options) => (await vault.getFileContent(IDS, options)).bytes()],
  ["listAuditLogs", ({ management }, options) => management.listAuditLogs({ after: cursor }, options).toArray({ max: 5 })],
  [
    "issueToken, code",
    ({ management }, options) =>
      management.issueToken(
        { clientId: "client", clientSecret, body: { grant_type: "authorization_code", code, redirect_uri: "https://example.com" } as never },
        options,
      ),
  ],
  [
    "issueToken, refresh token",
    ({ management }, options) =>
      management.issueToken({ clientId: "client", clientSecret, body: { grant_type: "refresh_token", refresh_token: refreshToken } as never }, options),
  ],
  [
    "issueToken, secret in the body",
    ({ management }, options) =>
      management.issueToken(
        { clientId: "client", clientSecret, body: { grant_type: "client_credentials", client_id: "client", client_secret: clientSecret } as never },
        options,
      ),
  ],
];

/** Answers whose secrets are for code alone. */
const MASKED: readonly (readonly [string, unknown, Call])[] = [
  ["an item", itemWithSecrets(), ({ vault }, options) => vault.getItem(ITEM_IDS, options)],
  ["a raw item", itemWithSecrets(), ({ vault }, options) => vault.raw.getItem(ITEM_IDS, options)],
  [
    "a created item",
    itemWithSecrets(),
    ({ vault }, options) =>
      vault.createItem({ vaultUUID: IDS.vaultUUID, body: { vault: { id: IDS.vaultUUID }, category: "LOGIN", title: "An item" } }, options),
  ],
  ["a file", { id: IDS.fileUUID, content: answeredValue }, ({ vault }, options) => vault.getFile({ ...IDS, inline_content: true }, options)],
  ["files", [{ id: IDS.fileUUID, content: answeredValue }], ({ vault }, options) => vault.listFiles({ ...ITEM_IDS, inline_content: true }, options)],
  [
    "items",
    [{ ...ITEM, fields: undefined, files: [{ id: IDS.fileUUID, content: answeredValue }] }],
    ({ vault }, options) => vault.listItems({ vaultUUID: IDS.vaultUUID }, options),
  ],
  [
    "tokens",
    { access_token: answeredValue, refresh_token: answeredValue, token_type: "Bearer", expires_in: 3600 },
    ({ management }, options) => management.issueToken({ clientId: "client", clientSecret, body: { grant_type: "client_credentials" } as never }, options),
  ],
  [
    "a workflow run",
    { results: [{ id: "1", context: { variables: { secret: answeredValue } } }] },
    ({ management }, options) => management.getWorkflowRun({ workflowId: "1", runId: "2", variables: ["secret"] }, options),
  ],
];

/** Nothing that is shown holds a secret: with servers that show a client all that it sent, and in everything that all rows have shown. */
export const secrets: Row = {
  id: "SECRETS",
  fault: "sentinel secrets in errors, causes, clients, events, output",
  async run(bench) {
    const pairs = Object.entries(ECHOES).flatMap(([echo, make]) =>
      CALLS.map(([name, call]) => ({ label: `${name}, ${echo}`, make, call, timeoutMs: echo === "nothing, ever" ? 200 : 10_000 })),
    );
    await inParallel(pairs.length, 8, async (index) => {
      const { label, make, call, timeoutMs } = pairs[index] as (typeof pairs)[number];
      await bench.run(label, async (trial) => {
        const server = await trial.serve(make);
        await trial.attempt(() => call(trial.clients(server.url, { timeoutMs, retry: { maxRetries: 1 } }), { signal: trial.signal }));
        trial.that(server.requests.length > 0, "nothing was sent");
      });
    });
    for (const [name, answer, call] of MASKED) await looksMasked(bench, name, answer, call);
    const { looked, hits } = bench.evidence;
    await bench.run("all rows", async (trial) => trial.that(looked > 0, "nothing was looked at"));
    for (const hit of hits) await bench.run("found", async (trial) => trial.that(false, hit));
    return `${looked} texts of all rows looked at for ${Object.keys(SENTINELS).length} secrets in ${PIECES.length} pieces: ${hits.length} hits`;
  },
};

async function looksMasked(bench: Bench, name: string, answer: unknown, call: Call): Promise<void> {
  await bench.run(`prints ${name}`, async (trial) => {
    const server = await trial.serve([answersJson(answer)]);
    const { value, ok } = await trial.attempt(() => call(trial.clients(server.url), { signal: trial.signal }));
    trial.that(ok, "it was to succeed");
    for (const shown of [inspect(value), inspect(value, { depth: Infinity }), inspect([value], { depth: Infinity }), String(value)])
      bench.evidence.lookAtText(`${name} as it is printed`, shown);
    // Data goes back to the service: code and JSON have all of it.
    trial.that(JSON.stringify(value).includes(answeredValue), "the value was to stay readable");
  });
}

function itemWithSecrets(): unknown {
  const field = {
    id: "password",
    type: "CONCEALED",
    value: answeredValue,
    totp: answeredValue,
    passwordDetails: { strength: "GOOD", history: [answeredValue] },
  };
  return { ...ITEM, fields: [field], files: [{ id: IDS.fileUUID, content: answeredValue }] };
}
