import { describe } from "../bench.ts";
import type { Row } from "../row.ts";
import { answersJson } from "../server/whole.ts";

const PATH = "/api/audit/v1/logs";

/** What header and body say of the next page; `next` in the body leads to `body`, or is absent. */
interface Case {
  readonly name: string;
  readonly body: string | undefined;
  readonly links: readonly string[];
  /** The position that is asked for next, or the code of the error. */
  readonly expected: string;
  /** Whether the page says that its header was not followed. */
  readonly differs?: true;
}

const CASES: readonly Case[] = [
  { name: "both agree", body: "body", links: [`<${PATH}?after=body>; rel="next"`], expected: "body" },
  { name: "both differ", body: "body", links: [`<${PATH}?after=header>; rel="next"`], expected: "body", differs: true },
  { name: "only the body", body: "body", links: [], expected: "body" },
  {
    name: "two in one header, and the body",
    body: "body",
    links: [`<${PATH}?after=one>; rel="next", <${PATH}?after=two>; rel="next"`],
    expected: "body",
    differs: true,
  },
  {
    name: "two headers, and the body",
    body: "body",
    links: [`<${PATH}?after=one>; rel="next"`, `<${PATH}?after=two>; rel="next"`],
    expected: "body",
    differs: true,
  },
  { name: "a broken header, and the body", body: "body", links: ["<<<;;;,,,"], expected: "body" },
  { name: "only the header", body: undefined, links: [`<${PATH}?after=header>; rel="next"`], expected: "header" },
  {
    name: "two in one header, which differ, and no body",
    body: undefined,
    links: [`<${PATH}?after=one>; rel="next", <${PATH}?after=two>; rel="next"`],
    expected: "missing-position",
  },
  // The body of the audit log always names the next page: without it and a header, the position is lost, and is not guessed.
  { name: "neither", body: undefined, links: [], expected: "missing-position" },
];

/** The `Link` header and the body speak of different next pages. */
export const linkHeader: Row = {
  id: "F41",
  fault: "Link header and body next differ, one missing, two of them",
  async run(bench) {
    let body = 0;
    let told = 0;
    for (const { name, body: position, links, expected, differs } of CASES) {
      await bench.run(name, async (trial) => {
        const first = { results: [{ id: "1" }], ...(position === undefined ? {} : { next: `${PATH}?after=${position}` }) };
        const server = await trial.serve([
          answersJson(
            first,
            200,
            links.map((link) => ["link", link] as const),
          ),
          answersJson({ results: [], next: `${PATH}?after=end` }),
        ]);
        const pages: { readonly linkIgnored?: boolean }[] = [];
        const outcome = await trial.attempt(async () => {
          for await (const page of trial.clients(server.url).management.listAuditLogs({}, { signal: trial.signal }).pages()) pages.push(page);
        });
        const asked = new URL(server.requests[1]?.target ?? "/", server.url).searchParams.get("after");
        const came = asked ?? (outcome.error as { readonly code?: string } | undefined)?.code;
        trial.that(came === expected, `expected ${expected}; got ${String(came)}; ${describe(outcome)}`);
        const reported = pages[0]?.linkIgnored === true;
        trial.that(reported === (differs === true), `a difference is ${reported ? "" : "not "}reported`);
        if (asked === "body") body += 1;
        if (reported) told += 1;
      });
    }
    return `the body wins ${body} of ${countCases(({ expected }) => expected === "body")}; a difference is reported ${told} of ${countCases(({ differs }) => differs === true)}`;
  },
};

function countCases(counts: (entry: Case) => boolean): number {
  return CASES.filter(counts).length;
}
