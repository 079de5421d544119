import { ConfigurationError, type Middleware } from "@keywright/core";
import { fileBytes } from "@keywright/vault/files";
import type { Bench, Trial } from "../bench.ts";
import type { Row } from "../row.ts";
import { SENTINELS } from "../sentinels.ts";
import type { FaultServer } from "../server/fault-server.ts";
import { answersJson } from "../server/whole.ts";
import { type Clients, IDS, ITEM } from "../subjects.ts";
import { expectUntouched, serveForeign, tokensSeen } from "./foreign.ts";

const VAULT_ITEM = { vaultUUID: IDS.vaultUUID, itemUUID: IDS.itemUUID };

/** Ids that would lead elsewhere, were they put into an address as they are. */
const IDS_TO_ELSEWHERE: readonly ((foreign: string) => string)[] = [
  (foreign) => `//${foreign}/`,
  (foreign) => `\\\\${foreign}\\`,
  (foreign) => `@${foreign}`,
  (foreign) => `user@${foreign}`,
  (foreign) => `:80@${foreign}`,
  (foreign) => `http://${foreign}/`,
  (foreign) => `x HTTP/1.1\r\nHost: ${foreign}\r\n\r\n`,
  () => "..",
  () => ".",
  () => "%2e%2e",
  () => "../../../health",
  () => "..%2f..%2fhealth",
  () => "..\\..\\health",
  () => "x?y=z",
  () => "x#y",
  () => "x;y",
  () => "x\0y",
];

/** A trick: makes calls, however they end. */
type Trick = (clients: Clients, foreign: FaultServer) => Promise<unknown>;

/** Everything that a service, or an input, might use to send a token elsewhere. Redirects and next links have rows of their own. */
export const origin: Row = {
  id: "ORIGIN",
  fault: "ids, paths, headers and middleware that lead to another origin",
  async run(bench) {
    const totals = { tricks: 0, tokens: 0 };
    for (const idOf of IDS_TO_ELSEWHERE) {
      for (const [name, call] of Object.entries(callsWith(idOf))) await play(bench, `${name} with an id of its own`, totals, call);
    }
    for (const [name, headers] of HEADERS) {
      await play(
        bench,
        `the header ${name}`,
        totals,
        async ({ vault, events }) => {
          await vault.getItem(VAULT_ITEM);
          await vault.getFileContent(IDS);
          await events.listAuditEvents({}).toArray({ max: 5 });
        },
        headers,
      );
    }
    await play(bench, "a file's content_path", totals, ({ vault }) => fileBytes(vault, IDS));
    for (const [name, change] of MIDDLEWARE) await playMiddleware(bench, name, totals, change);
    await bench.run("a base address that holds a credential or another host", async (trial) => {
      const foreign = await serveForeign(trial);
      for (const address of [
        `http://user:password@127.0.0.1:${foreign.port}`,
        `http://user@127.0.0.1:${foreign.port}`,
        `${foreign.url}?x=y`,
        `${foreign.url}#x`,
        `//127.0.0.1:${foreign.port}`,
        "http://service.example",
        "ftp://127.0.0.1",
        "127.0.0.1",
      ]) {
        totals.tricks += 1;
        const outcome = await trial.attempt(async () => trial.clients(address).vault.getItem(VAULT_ITEM));
        trial.that(outcome.error instanceof ConfigurationError, "the address was to be refused");
      }
      expectUntouched(trial, foreign);
    });
    return `${totals.tricks} tricks: ${totals.tokens} requests with a token at a foreign origin`;
  },
};

function host({ port }: FaultServer): string {
  return `127.0.0.1:${port}`;
}

function callsWith(idOf: (foreign: string) => string): { readonly [name: string]: Trick } {
  return {
    getVault: ({ vault }, foreign) => vault.getVault({ vaultUUID: idOf(host(foreign)) }),
    getFileContent: ({ vault }, foreign) => vault.getFileContent({ ...IDS, fileUUID: idOf(host(foreign)) }),
    getWorkflowRun: ({ management }, foreign) => management.getWorkflowRun({ workflowId: idOf(host(foreign)), runId: idOf(host(foreign)) }),
    patchScimUser: ({ management }, foreign) => management.deleteScimUser({ userId: idOf(host(foreign)) }),
    updatePerson: ({ management }, foreign) => management.updatePerson({ id: idOf(host(foreign)), body: { jobTitle: "x" } }),
    listAuditLogs: ({ management }, foreign) => management.listAuditLogs({ after: idOf(host(foreign)) }).toArray({ max: 3 }),
    listAuditEvents: ({ events }, foreign) => events.listAuditEvents({ cursor: idOf(host(foreign)) }).toArray({ max: 3 }),
  };
}

/** Headers of an answer that name another place. */
const HEADERS: readonly (readonly [string, (foreign: string) => string])[] = [
  ["link", (foreign) => `<${foreign}/next>; rel="next", <${foreign}>; rel="preconnect"`],
  ["location", (foreign) => `${foreign}/`],
  ["content-location", (foreign) => `${foreign}/`],
  ["refresh", (foreign) => `0; url=${foreign}/`],
  ["alt-svc", (foreign) => `h2="${foreign.replace("http://", "")}"; ma=60`],
  ["set-cookie", () => "session=1; Domain=127.0.0.1; Path=/"],
  ["www-authenticate", (foreign) => `Bearer realm="${foreign}", as_uri="${foreign}/token"`],
];

/** Middleware that changes where a request goes. */
const MIDDLEWARE: readonly (readonly [string, (url: string, foreign: string) => string])[] = [
  ["another origin", (url, foreign) => `${foreign}${new URL(url).pathname}`],
  ["a user name", (url) => url.replace("http://", "http://user@")],
  ["another scheme", (url) => url.replace("http:", "https:")],
  ["another host name for this machine", (url) => url.replace("127.0.0.1", "localhost")],
  ["relative to the scheme", (_url, foreign) => foreign.replace("http:", "")],
];

/** Whether a target is below the paths of the contract, and no server reads it as another one. */
function staysBelow(target: string): boolean {
  const path = target.split("?", 1)[0] as string;
  const dots = path.split("/").some((segment) => /^\.{1,2}$/.test(decodeURIComponent(segment)));
  return /^\/(api|v1)\//.test(path) && !dots && new URL(path, "http://home").pathname === path;
}

interface Totals {
  tricks: number;
  tokens: number;
}

async function play(bench: Bench, label: string, totals: Totals, trick: Trick, header?: (foreign: string) => string): Promise<void> {
  await bench.run(label, async (trial) => {
    const foreign = await serveForeign(trial);
    const name = label.replace("the header ", "");
    const home = await trial.serve(({ target }) => answersJson(answerOf(target, foreign.url), 200, header === undefined ? [] : [[name, header(foreign.url)]]));
    const clients = trial.clients(home.url);
    await trial.attempt(() => trick(clients, foreign));
    totals.tricks += 1;
    trial.that(
      home.requests.every(({ target }) => staysBelow(target)),
      "a request at home has left the paths of the contract",
    );
    judge(trial, foreign, totals);
  });
}

function answerOf(target: string, foreign: string): unknown {
  if (target.includes("events")) return { items: [], cursor: `${foreign}/cursor`, has_more: false };
  if (target.includes("logs")) return { results: [], next: "?after=end" };
  if (/\/files\/\w+(\?|$)/.test(target)) return { id: IDS.fileUUID, content_path: `${foreign}/content` };
  return { ...ITEM, files: [{ id: IDS.fileUUID, content_path: `${foreign}/content` }], href: `${foreign}/`, next: `${foreign}/`, urls: [{ href: foreign }] };
}

async function playMiddleware(bench: Bench, name: string, totals: Totals, change: (url: string, foreign: string) => string): Promise<void> {
  await bench.run(`middleware to ${name}`, async (trial) => {
    const foreign = await serveForeign(trial);
    const home = await trial.serve(() => answersJson(ITEM));
    const around: Middleware = (request, next) => next({ ...request, url: change(request.url, foreign.url) });
    const outcome = await trial.attempt(() => trial.clients(home.url, { middleware: [around] }).vault.getItem(VAULT_ITEM));
    totals.tricks += 1;
    trial.that(!outcome.ok, "a request that leaves the origin was to be refused");
    trial.that(home.requests.length === 0 && !home.saw(SENTINELS.token), "a request was sent all the same");
    judge(trial, foreign, totals);
  });
}

function judge(trial: Trial, foreign: FaultServer, totals: Totals): void {
  expectUntouched(trial, foreign);
  totals.tokens += tokensSeen(foreign);
}
