import { isKeywrightError } from "@keywright/core";
import { memoryCheckpoints } from "@keywright/core/feeds";
import { describe, expectFailure } from "../bench.ts";
import type { Row } from "../row.ts";
import type { ReceivedRequest } from "../server/received-request.ts";
import { answers } from "../server/whole.ts";
import { eventPage, IDS, READS, type Subject, WRITES } from "../subjects.ts";
import { answering, BEGIN, catchUp, streamOf } from "./feed-setting.ts";
import { secretOf, shown } from "./secret-echoes.ts";

const TIMES = 12;
const MAX_EXCERPT = 1024;
const PORTAL_MS = 300_000;

const getFileContent: Subject = { name: "getFileContent", answer: "", call: ({ vault }, options) => vault.getFileContent(IDS, options), isWhole: () => false };
const getHeartbeat: Subject = { name: "getHeartbeat", answer: "", call: ({ vault }, options) => vault.getHeartbeat(options), isWhole: () => false };
const deleteItem: Subject = {
  name: "deleteItem",
  answer: "",
  call: ({ vault }, options) => vault.deleteItem({ vaultUUID: IDS.vaultUUID, itemUUID: IDS.itemUUID }, options),
  isWhole: () => false,
};

/** Pages of a proxy that show what it was sent. In some, a secret crosses the place where the excerpt ends. */
const PAGES: readonly ((request: ReceivedRequest) => string)[] = [
  (request) => `<!doctype html><title>Sign in</title><p>You sent ${shown(request)}`,
  ...[4, 12, 20].map(
    (before) => (request: ReceivedRequest) => `<html>${"a login page ".repeat(100).slice(0, MAX_EXCERPT - "<html>".length - before)}${secretOf(request)}`,
  ),
  (request) => `<html>${"a login page ".repeat(100).slice(0, 900)}${request.body}`,
  () => "<html>",
];

/** A proxy or a login page answers in place of the service. */
export const loginPage: Row = {
  id: "F11",
  fault: "wrong content type with 200, such as a login page",
  async run(bench) {
    let longest = 0;
    for (const subject of [...READS, ...WRITES, getFileContent, getHeartbeat, deleteItem]) {
      for (const type of ["text/html", "text/html; charset=utf-8", "TEXT/HTML"]) {
        await bench.repeat(TIMES, `${subject.name}, ${type}`, async (trial, index) => {
          const page = PAGES[index % PAGES.length] as (typeof PAGES)[number];
          const server = await trial.serve((request) => answers({ headers: [["content-type", type]], body: page(request) }));
          const outcome = await trial.attempt(() => subject.call(trial.clients(server.url), { signal: trial.signal }));
          expectFailure(trial, outcome, "unexpected-content", 1);
          const excerpt = isKeywrightError(outcome.error) ? ((outcome.error as { readonly excerpt?: string }).excerpt ?? "") : "";
          longest = Math.max(longest, excerpt.length);
          trial.that(excerpt.length <= MAX_EXCERPT, `the excerpt has ${excerpt.length} characters`);
        });
      }
    }
    for (const subject of [...READS, ...WRITES]) {
      for (const type of ["text/plain", "application/xml", "image/png", "multipart/form-data; boundary=x", "application/jsonp", "json"]) {
        await bench.run(`${subject.name}, ${type}`, async (trial) => {
          const server = await trial.serve([answers({ headers: [["content-type", type]], body: JSON.stringify(subject.answer) })]);
          expectFailure(trial, await trial.attempt(() => subject.call(trial.clients(server.url), { signal: trial.signal })), "unexpected-content", 1);
        });
      }
    }
    for (const answersBefore of [0, 1]) {
      await bench.run(`a feed, a portal's page for ${PORTAL_MS / 60_000} minutes after ${answersBefore} pages`, async (trial) => {
        const clock = trial.fakeClock();
        const service = answering((count) => eventPage(count, 1, `c${count}`, count < 3));
        let answered = 0;
        const fetch: typeof service = async (url, init) => {
          const portal = answered >= answersBefore && clock.now() < PORTAL_MS;
          if (!portal) answered += 1;
          return portal ? new Response("<html>", { headers: { "content-type": "text/html" } }) : service(url, init);
        };
        const followed = streamOf(trial, "listAuditEvents", { clock, fetch });
        const got: string[] = [];
        const outcome = await catchUp(trial, clock, followed.feed({ store: memoryCheckpoints(), since: BEGIN }), got);
        if (answersBefore === 0) expectFailure(trial, outcome, "unexpected-content", 1);
        else trial.that(outcome.ok && got.length === 3 && new Set(got).size === 3, `expected 3 events once each; ${describe(outcome)}, ${got.length} events`);
      });
    }
    return `all unexpected-content, 0 repetitions; the longest excerpt has ${longest} characters, and none a secret; a feed that was answered once waits a portal out, ${PORTAL_MS / 60_000} min`;
  },
};
