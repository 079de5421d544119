import type { Trial } from "../bench.ts";
import { SENTINELS } from "../sentinels.ts";
import type { FaultServer } from "../server/fault-server.ts";
import { answersJson } from "../server/whole.ts";
import { eventPage, ITEM } from "../subjects.ts";

/** A server that is not the client's: it answers everything well, so that a client that goes there does not notice. */
export function serveForeign(trial: Trial): Promise<FaultServer> {
  return trial.serve(({ target }) =>
    answersJson(target.includes("events") ? eventPage(0, 1, "foreign", false) : target.includes("logs") ? { results: [] } : ITEM),
  );
}

/** Judges that nothing at all came to a foreign server. */
export function expectUntouched(trial: Trial, foreign: FaultServer): void {
  trial.that(foreign.connections === 0, `the foreign server got ${foreign.connections} connections and ${foreign.requests.length} requests`);
  trial.that(tokensSeen(foreign) === 0, "the foreign server has seen a token");
}

/** How many credentials a server has seen: its own count, and the token anywhere among its bytes. */
export function tokensSeen(server: FaultServer): number {
  return server.credentials.size + (server.saw(SENTINELS.token) ? 1 : 0);
}
