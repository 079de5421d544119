import type { TokenProvider } from "@keywright/core";
import { createEventsEmulator } from "@keywright/emulator";
import type { Trial } from "../bench.ts";
import type { Row } from "../row.ts";
import { clientOf, createTokenService } from "./token-service.ts";

const PAGES = 100;
const PAGE_SIZE = 10;

/** What a walk gave, against what the service holds. */
interface Walked {
  lost: number;
  doubled: number;
  /** Runs in which another token was asked for other than once. */
  otherRenewals: number;
}

/** The token ends when a page is asked for: the page is asked for again with another, and the walk goes on. */
export const tokenExpires: Row = {
  id: "F21",
  fault: "token expires or is revoked at page k, each k of 1..100",
  async run(bench) {
    const totals: Walked = { lost: 0, doubled: 0, otherRenewals: 0 };
    await bench.repeat(PAGES, "the audit log, its token expires", (trial, index) => walkAuditLog(trial, totals, index + 1));
    await bench.repeat(PAGES, "a stream, its token is revoked", (trial, index) => walkStream(trial, totals, index + 1));
    return `${2 * PAGES} walks of ${PAGES * PAGE_SIZE} items: ${totals.lost} lost, ${totals.doubled} doubled, ${totals.otherRenewals} with other than one renewal`;
  },
};

async function walkAuditLog(trial: Trial, totals: Walked, k: number): Promise<void> {
  const service = createTokenService(trial, {
    auditEvents: PAGES * PAGE_SIZE,
    before: (kind, count) => {
      if (kind === "call" && count === k) service.expireTokens();
    },
  });
  const outcome = await trial.attempt(() =>
    clientOf(trial, service).listAuditLogs({ since: "2000-01-01T00:00:00Z", sortOrder: "ASCENDING", limit: PAGE_SIZE }).toArray({ max: 10_000 }),
  );
  // The service records the tokens that it issues in the very log that is walked.
  const expected = service.emulator.store.audit.events.map(({ id }) => String(id));
  judge(trial, totals, expected, outcome.value?.map(({ id }) => String(id)) ?? [], service.tokenRequests - 1);
}

async function walkStream(trial: Trial, totals: Walked, k: number): Promise<void> {
  const emulator = createEventsEmulator({ seed: { eventsPerStream: PAGES * PAGE_SIZE } });
  let token = emulator.token;
  let calls = 0;
  let renewals = 0;
  const provider: TokenProvider = {
    getToken: async () => token,
    invalidate() {
      renewals += 1;
      token = emulator.issueToken();
    },
  };
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    calls += 1;
    if (calls === k) emulator.revokeToken(token);
    return emulator.fetch(url, init);
  };
  const { events } = trial.clients("https://events.example.com", { fetch, token: provider });
  const outcome = await trial.attempt(() => events.listAuditEvents({ limit: PAGE_SIZE, start_time: "2000-01-01T00:00:00Z" }).toArray({ max: 10_000 }));
  const sent = await trial.attempt(() =>
    trial
      .clients("https://events.example.com", { fetch: emulator.fetch, token })
      .events.listAuditEvents({ limit: 1000, start_time: "2000-01-01T00:00:00Z" })
      .toArray({ max: 10_000 }),
  );
  judge(trial, totals, sent.value?.map(({ uuid }) => uuid) ?? [], outcome.value?.map(({ uuid }) => uuid) ?? [], renewals);
}

function judge(trial: Trial, totals: Walked, expected: readonly string[], given: readonly string[], renewals: number): void {
  const lost = expected.filter((id) => !given.includes(id)).length;
  const doubled = given.length - new Set(given).size;
  totals.lost += lost;
  totals.doubled += doubled;
  if (renewals !== 1) totals.otherRenewals += 1;
  trial.that(expected.length >= PAGES * PAGE_SIZE, `the service was to hold ${PAGES * PAGE_SIZE} items; it holds ${expected.length}`);
  trial.that(given.join() === expected.join(), `${lost} lost, ${doubled} doubled, or in another order`);
  trial.that(renewals === 1, `expected one renewal; ${renewals} were made`);
}
