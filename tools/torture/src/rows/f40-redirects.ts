import { isApiError, isKeywrightError } from "@keywright/core";
import { describe } from "../bench.ts";
import type { Row } from "../row.ts";
import { redirects } from "../server/whole.ts";
import { type Clients, IDS, READS, type Subject, WRITES } from "../subjects.ts";
import { expectUntouched, serveForeign, tokensSeen } from "./foreign.ts";

const STATUSES = [300, 301, 302, 303, 305, 307, 308] as const;

const getFileContent: Subject = {
  name: "getFileContent",
  answer: "",
  call: ({ vault }: Clients, options) => vault.getFileContent(IDS, options),
  isWhole: () => false,
};
const getHeartbeat: Subject = { name: "getHeartbeat", answer: "", call: ({ vault }: Clients, options) => vault.getHeartbeat(options), isWhole: () => false };
const signal: Subject = {
  name: "fireSignal",
  answer: "",
  call: ({ management }: Clients, options) => management.fireSignal({ href: "/signals/1" }, options),
  isWhole: () => false,
};

const LOCATIONS: { readonly [name: string]: (home: string, foreign: string) => string } = {
  "the same origin": (home) => `${home}/elsewhere`,
  "the same path with a slash": (home) => `${home}/v1/`,
  "a relative path": () => "/elsewhere",
  "another origin": (_home, foreign) => `${foreign}/elsewhere`,
  "relative to the scheme": (_home, foreign) => foreign.replace("http:", ""),
  "another scheme": (home) => home.replace("http:", "https:"),
};

/** The service sends the client elsewhere. */
export const redirected: Row = {
  id: "F40",
  fault: "redirect 300 to 308, same and other origin",
  async run(bench) {
    let leaked = 0;
    for (const status of STATUSES) {
      for (const [name, location] of Object.entries(LOCATIONS)) {
        for (const subject of [...READS, ...WRITES, getFileContent, getHeartbeat, signal]) {
          await bench.run(`${subject.name}, ${status}, ${name}`, async (trial) => {
            const foreign = await serveForeign(trial);
            const home = await trial.serve(() => redirects(status, location(home.url, foreign.url)));
            const outcome = await trial.attempt(() => subject.call(trial.clients(home.url), { signal: trial.signal }));
            trial.that(
              isKeywrightError(outcome.error, "redirect-refused") && isApiError(outcome.error, status) && outcome.error.attempts === 1,
              `expected redirect-refused; ${describe(outcome)}`,
            );
            trial.that(home.requests.length === 1, `expected one request; got ${home.requests.length}`);
            expectUntouched(trial, foreign);
            leaked += tokensSeen(foreign);
          });
        }
      }
    }
    return `${STATUSES.length} statuses × ${Object.keys(LOCATIONS).length} targets: none followed, ${leaked} tokens leaked`;
  },
};
