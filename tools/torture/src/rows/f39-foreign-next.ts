import { isKeywrightError } from "@keywright/core";
import { type Bench, describe } from "../bench.ts";
import type { Row } from "../row.ts";
import type { FaultServer } from "../server/fault-server.ts";
import { answersJson } from "../server/whole.ts";
import { expectUntouched, tokensSeen, serveForeign } from "./foreign.ts";

const PATH = "/api/audit/v1/logs?after=second";
const EVENT = { id: "1" };

/** Addresses of a next page that lead elsewhere, or nowhere. `home` and `foreign` are hosts with their ports. */
const FOREIGN: { readonly [name: string]: (home: string, foreign: string) => string } = {
  "another port": (_home, foreign) => `http://${foreign}${PATH}`,
  "another host name for this machine": (home) => `http://localhost:${home.split(":")[1]}${PATH}`,
  "another host": () => `http://service.example${PATH}`,
  "another scheme": (home) => `https://${home}${PATH}`,
  "a websocket": (home) => `ws://${home}${PATH}`,
  "a user name": (home) => `http://user@${home}${PATH}`,
  "a user name and password": (home) => `http://user:password@${home}${PATH}`,
  "home as the user name": (home, foreign) => `http://${home}@${foreign}${PATH}`,
  "home as user and password, encoded": (home, foreign) => `http://${encodeURIComponent(home)}:x@${foreign}${PATH}`,
  "home as a prefix of the host": (home) => `http://${home.split(":")[0]}.service.example${PATH}`,
  "home as a prefix of the port": (home) => `http://${home}1${PATH}`.replace(/:\d{6,}/, ":1"),
  "relative to the scheme": (_home, foreign) => `//${foreign}${PATH}`,
  "relative with backslashes": (_home, foreign) => `\\\\${foreign}${PATH}`,
  "three slashes": (_home, foreign) => `///${foreign}${PATH}`,
  "slash and backslash": (_home, foreign) => `/\\${foreign}${PATH}`,
  "the scheme without slashes": (_home, foreign) => `https:${foreign}${PATH}`,
  "a tab in the scheme": (_home, foreign) => `ht\ttp://${foreign}${PATH}`,
  "a line break in the slashes": (_home, foreign) => `/\n/${foreign}${PATH}`,
  "blanks in front": (_home, foreign) => `  http://${foreign}${PATH}`,
  "the address as one number": (_home, foreign) => `http://2130706433:${foreign.split(":")[1]}${PATH}`,
  "the address in octal": (_home, foreign) => `http://0177.0.0.1:${foreign.split(":")[1]}${PATH}`,
  "the address as IPv6": (home) => `http://[::ffff:127.0.0.1]:${home.split(":")[1]}${PATH}`,
  "upper case": (_home, foreign) => `HTTP://${foreign}${PATH}`,
  "a dot in full width": () => `http://service。example${PATH}`,
  "a file": () => `file:///etc/passwd?after=second`,
  "a script": () => `javascript:alert(1)//?after=second`,
  data: () => `data:application/json,{}?after=second`,
  "no address": () => `http://[broken${PATH}`,
  "a port that is none": (home) => `http://${home.split(":")[0]}:99999${PATH}`,
};

/** Addresses that lead on at home. */
const HOME: { readonly [name: string]: (home: string) => string } = {
  whole: (home) => `http://${home}${PATH}`,
  "the path alone": () => PATH,
  "the query alone": () => "?after=second",
  "relative to the folder": () => `logs?after=second`,
  "with dot segments": () => `/api/../api/audit/v1/logs?after=second`,
  encoded: () => "/api/audit/v1/logs?after=%73econd",
  "another path, which is not asked for": () => "/elsewhere?after=second",
  "upper case": (home) => `HTTP://${home}${PATH}`,
  "with a fragment": () => `${PATH}#fragment`,
  "relative to the scheme": (home) => `//${home}${PATH}`,
};

/** Addresses without a position. */
const NOWHERE: { readonly [name: string]: (home: string) => unknown } = {
  empty: () => "",
  "no position": () => "/api/audit/v1/logs",
  "an empty position": () => "/api/audit/v1/logs?after=",
  "a number": () => 7,
  "an object": () => ({ href: PATH }),
  "an array": () => [PATH],
};

/** Of these, what an action may have as its address: what does not depend on where it was found. */
const HOME_OF_ACTIONS = ["whole", "the path alone", "another path, which is not asked for", "with dot segments", "encoded", "upper case", "with a fragment"];

/** The next page, or the signal of a run, is said to stand elsewhere. */
export const foreignNext: Row = {
  id: "F39",
  fault: "next or href of another origin, scheme, with user info, relative, encoded",
  async run(bench) {
    let tokens = 0;
    for (const [name, address] of Object.entries(FOREIGN)) tokens += await walk(bench, name, address, "foreign-position");
    for (const [name, address] of Object.entries(NOWHERE)) tokens += await walk(bench, name, address, "missing-position");
    for (const [name, address] of Object.entries(HOME)) tokens += await walk(bench, name, address, "success");
    for (const [name, address] of Object.entries({ ...FOREIGN, ...HOME })) tokens += await fire(bench, name, address, HOME_OF_ACTIONS.includes(name));
    return `tokens seen by the foreign server: ${tokens}; ${Object.keys(FOREIGN).length} foreign, ${Object.keys(NOWHERE).length} without a position, ${Object.keys(HOME).length} at home walked on; ${Object.keys(FOREIGN).length} foreign signals refused before any request`;
  },
};

async function walk(
  bench: Bench,
  name: string,
  address: (home: string, foreign: string) => unknown,
  expected: "success" | "foreign-position" | "missing-position",
): Promise<number> {
  let tokens = 0;
  await bench.run(`${name}, ${expected}`, async (trial) => {
    const foreign = await serveForeign(trial);
    const home: FaultServer = await trial.serve(() =>
      answersJson(
        home.requests.length === 1
          ? { results: [EVENT], next: address(`127.0.0.1:${home.port}`, `127.0.0.1:${foreign.port}`) }
          : { results: [], next: "?after=third" },
      ),
    );
    const outcome = await trial.attempt(() => trial.clients(home.url).management.listAuditLogs({}, { signal: trial.signal }).toArray({ max: 5 }));
    // What cannot even be read as an address holds no position, either.
    const holds =
      expected === "success"
        ? outcome.ok && home.requests[1]?.target === PATH
        : isKeywrightError(outcome.error, expected) || (expected === "foreign-position" && isKeywrightError(outcome.error, "missing-position"));
    trial.that(holds, `expected ${expected}; ${describe(outcome)}`);
    trial.that(
      home.requests.length === (expected === "success" ? 2 : 1),
      `expected ${expected === "success" ? 2 : 1} requests at home; got ${home.requests.length}`,
    );
    expectUntouched(trial, foreign);
    tokens = tokensSeen(foreign);
  });
  return tokens;
}

async function fire(bench: Bench, name: string, address: (home: string, foreign: string) => string, expected: boolean): Promise<number> {
  let tokens = 0;
  await bench.run(`signal, ${name}, ${expected ? "success" : "invalid-argument"}`, async (trial) => {
    const foreign = await serveForeign(trial);
    const home = await trial.serve(() => answersJson(undefined, 204));
    const href = address(`127.0.0.1:${home.port}`, `127.0.0.1:${foreign.port}`);
    const outcome = await trial.attempt(() => trial.clients(home.url).management.fireSignal({ href }, { signal: trial.signal }));
    trial.that(
      expected ? outcome.ok : isKeywrightError(outcome.error, "invalid-argument"),
      `expected ${expected ? "success" : "invalid-argument"}; ${describe(outcome)}`,
    );
    trial.that(home.requests.length === (expected ? 1 : 0), `expected ${expected ? 1 : 0} requests at home; got ${home.requests.length}`);
    expectUntouched(trial, foreign);
    tokens = tokensSeen(foreign);
  });
  return tokens;
}
