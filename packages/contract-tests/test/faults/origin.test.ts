import type { Middleware } from "@keywright/core";
import { fileBytes } from "@keywright/vault/files";
import { describe, expect } from "vitest";
import { sendsMessage, sendsJson, type FaultServer } from "@keywright/tool-torture";
import { SENTINELS } from "./secrets.ts";
import { type Clients, eventPage, IDS, ITEM, OTHERS, READS, WRITES } from "./subjects.ts";
import { type Bench, errorOf, expectFailure, it, rowsOf } from "./support.ts";

const ITEM_IDS = { vaultUUID: IDS.vaultUUID, itemUUID: IDS.itemUUID };

/** A server that is not the client's: it answers everything well, so that a client that goes there does not notice. */
function serveForeign({ serve }: Bench): Promise<FaultServer> {
  return serve(({ target }) => sendsJson(target.includes("events") ? eventPage(0, 1, "foreign", false) : target.includes("logs") ? { results: [] } : ITEM));
}

function expectUntouched(foreign: FaultServer): void {
  expect([foreign.connections, foreign.saw(SENTINELS.token)]).toEqual([0, false]);
}

const host = ({ port }: FaultServer): string => `127.0.0.1:${port}`;

const LOCATIONS = rowsOf<(home: string, foreign: string) => string>({
  "the same origin": (home) => `${home}/elsewhere`,
  "the same path with a slash": (home) => `${home}/v1/`,
  "a relative path": () => "/elsewhere",
  "another origin": (_home, foreign) => `${foreign}/elsewhere`,
  "relative to the scheme": (_home, foreign) => foreign.replace("http:", ""),
  "another scheme": (home) => home.replace("http:", "https:"),
});

describe.each([300, 301, 302, 303, 305, 307, 308])("F40 a redirect with status %i", (status) => {
  it.for(LOCATIONS)("is not followed: to $name", async ({ value: location }, { bench }) => {
    for (const subject of [...READS, ...WRITES, ...OTHERS]) {
      const foreign = await serveForeign(bench);
      const home: FaultServer = await bench.serve(() =>
        sendsMessage({
          status,
          headers: [
            ["location", location(home.url, foreign.url)],
            ["content-type", "text/plain"],
          ],
          body: "elsewhere",
        }),
      );
      await expectFailure(subject.call(bench.clients(home.url), { signal: bench.signal }), "redirect-refused", 1, { status });
      expect(home.requests.length).toBe(1);
      expectUntouched(foreign);
    }
  });
});

const CALLS_BY_ID = rowsOf<(clients: Clients, id: string) => Promise<unknown>>({
  getVault: ({ vault }, id) => vault.getVault({ vaultUUID: id }),
  getFileContent: ({ vault }, id) => vault.getFileContent({ ...IDS, fileUUID: id }),
  getWorkflowRun: ({ management }, id) => management.getWorkflowRun({ workflowId: id, runId: id }),
  deleteScimUser: ({ management }, id) => management.deleteScimUser({ userId: id }),
  updatePerson: ({ management }, id) => management.updatePerson({ id, body: { jobTitle: "x" } }),
  listAuditLogs: ({ management }, id) => management.listAuditLogs({ after: id }).toArray({ max: 3 }),
  listAuditEvents: ({ events }, id) => events.listAuditEvents({ cursor: id }).toArray({ max: 3 }),
});

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

/** Headers of a response that name another place. */
const HEADERS = rowsOf<(foreign: string) => string>({
  link: (foreign) => `<${foreign}/next>; rel="next", <${foreign}>; rel="preconnect"`,
  location: (foreign) => `${foreign}/`,
  "content-location": (foreign) => `${foreign}/`,
  refresh: (foreign) => `0; url=${foreign}/`,
  "alt-svc": (foreign) => `h2="${foreign.replace("http://", "")}"; ma=60`,
  "set-cookie": () => "session=1; Domain=127.0.0.1; Path=/",
  "www-authenticate": (foreign) => `Bearer realm="${foreign}", as_uri="${foreign}/token"`,
});

const MIDDLEWARE = rowsOf<(url: string, foreign: string) => string>({
  "another origin": (url, foreign) => `${foreign}${new URL(url).pathname}`,
  "a user name": (url) => url.replace("http://", "http://user@"),
  "another scheme": (url) => url.replace("http:", "https:"),
  "another host name for this machine": (url) => url.replace("127.0.0.1", "localhost"),
  "relative to the scheme": (_url, foreign) => foreign.replace("http:", ""),
});

/** Answers that name another place wherever they can. */
function responseOf(target: string, foreign: string): unknown {
  if (target.includes("events")) return { items: [], cursor: `${foreign}/cursor`, has_more: false };
  if (target.includes("logs")) return { results: [], next: "?after=end" };
  if (/\/files\/\w+(\?|$)/.test(target)) return { id: IDS.fileUUID, content_path: `${foreign}/content` };
  return { ...ITEM, files: [{ id: IDS.fileUUID, content_path: `${foreign}/content` }], href: `${foreign}/`, next: `${foreign}/`, urls: [{ href: foreign }] };
}

/** Expects requests below the paths of the contract, which no server reads as others. */
function expectBelowContract({ requests }: FaultServer): void {
  for (const { target } of requests) {
    const path = target.split("?", 1)[0] as string;
    expect(path).toMatch(/^\/(api|v1)\//);
    expect(path.split("/").map(decodeURIComponent)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^\.{1,2}$/)]));
    expect(new URL(path, "http://home").pathname).toBe(path);
  }
}

describe("ORIGIN a token stays at the service's own origin", () => {
  it.for(CALLS_BY_ID)("whatever the id is: $name", async ({ value: call }, { bench }) => {
    for (const idOf of IDS_TO_ELSEWHERE) {
      const foreign = await serveForeign(bench);
      const home = await bench.serve(({ target }) => sendsJson(responseOf(target, foreign.url)));
      await call(bench.clients(home.url), idOf(host(foreign))).catch((error: unknown) => errorOf(Promise.reject(error)));
      expectBelowContract(home);
      expectUntouched(foreign);
    }
  });

  it.for(HEADERS)("whatever the header $name says", async ({ name, value }, { bench }) => {
    const foreign = await serveForeign(bench);
    const home = await bench.serve(({ target }) => sendsJson(responseOf(target, foreign.url), 200, [[name, value(foreign.url)]]));
    const { vault, events } = bench.clients(home.url);
    await vault.getItem(ITEM_IDS);
    await (await vault.getFileContent(IDS)).bytes();
    await events.listAuditEvents({}).toArray({ max: 5 });
    expect(home.requests.length).toBe(3);
    expectUntouched(foreign);
  });

  it("whatever the content_path of a file says", async ({ bench }) => {
    const foreign = await serveForeign(bench);
    const home = await bench.serve(({ target }) => sendsJson(responseOf(target, foreign.url)));
    await fileBytes(bench.clients(home.url).vault, IDS);
    expectBelowContract(home);
    expect(home.requests.at(-1)?.target).toMatch(/\/content$/);
    expectUntouched(foreign);
  });

  it.for(MIDDLEWARE)("if a middleware changes the address to $name", async ({ value: change }, { bench }) => {
    const foreign = await serveForeign(bench);
    const home = await bench.serve([]);
    const around: Middleware = (request, next) => next({ ...request, url: change(request.url, foreign.url) });
    await errorOf(bench.clients(home.url, { middleware: [around] }).vault.getItem(ITEM_IDS));
    expect(home.saw(SENTINELS.token)).toBe(false);
    expectUntouched(foreign);
  });
});
