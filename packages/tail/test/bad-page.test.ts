import { describe, expect, it } from "vitest";
import { fakeClock } from "../../core/test/fake-clock.ts";
import { services, tail, values } from "./support.ts";

const ARGS = ["auditevents", "--no-checkpoint", "--since", "2020-01-01T00:00:00Z"];
const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (character) => character.charCodeAt(0));
const page = (items: string, position: string, more: boolean): string => `{"items":[${items}],"cursor":"${position}","has_more":${more}}`;

/** Runs the command, in a time that goes by at once, on a service whose pages are given; the last one comes for ever. */
async function through(pages: readonly string[], ...more: readonly string[]) {
  const { env, fetch } = services();
  const clock = fakeClock();
  let asked = 0;
  const respond = (): Response => {
    const text = pages[Math.min(asked, pages.length - 1)] ?? "";
    asked += 1;
    return new Response(bytes(text), { headers: { "content-type": "application/json" } });
  };
  const ended = await clock.finish(
    tail([...ARGS, ...more], { env, clock, fetch: async (url, init) => (url.includes("introspect") ? fetch(url, init) : respond()) }),
  );
  return { ...ended, minutes: clock.now() / 60_000 };
}

describe("a page that cannot be handled", () => {
  it.each([
    ["an entry that is no event", page('{"uuid":"B"},null', "2", true), "listAuditEvents returned a page whose entry 1 is not an object"],
    ["a byte that is not UTF-8", page('{"uuid":"\xff"}', "2", true), "listAuditEvents: the response with status 200 is not UTF-8"],
    ["a control character", page('{"uuid":"\x01"}', "2", true), "listAuditEvents: the response with status 200 is not JSON"],
  ])("because of %s is reported, requested again, and ends the command after --give-up-after", async (_what, bad, reason) => {
    const { code, printed, said, minutes } = await through([page('{"uuid":"A"}', "1", true), bad], "--give-up-after", "30m");
    expect(code).toBe(1);
    expect(values(printed)).toEqual([{ stream: "auditevents", uuid: "A" }]);
    expect(said).toContain(` auditevents: ${reason}, retrying in 1 s\n`);
    expect(said.split("\n").at(-2)).toContain(` keywright-tail: ${reason}`);
    expect(minutes).toBeGreaterThanOrEqual(30);
    expect(minutes).toBeLessThan(35);
  });

  it("is logged with --quiet when it lasts, and again after growing times, but not if it passes", async () => {
    const bad = page("null", "2", true);
    const asked = async (times: number) => {
      const pages = [page("", "1", true), ...Array.from({ length: times }, () => bad), page('{"uuid":"A"}', "3", false)];
      return (await through(pages, "--once", "--quiet")).said.trim().split("\n").filter(Boolean);
    };
    expect(await asked(3)).toEqual([]);
    const said = await asked(200);
    expect(said.length).toBeGreaterThanOrEqual(5);
    for (const line of said) expect(line).toMatch(/^\S+ auditevents: listAuditEvents returned a page whose entry 0 is not an object, retrying in \d+ s$/);
    const minutes = said.map((line) => Date.parse(line.slice(0, line.indexOf(" "))) / 60_000);
    const waits = minutes.slice(1).map((at, place) => at - Number(minutes[place]));
    expect(waits).toEqual([...waits].sort((one, other) => one - other));
  });

  it("is asked for until it can be handled", async () => {
    const { code, printed } = await through(
      [page("", "1", true), ...Array.from({ length: 20 }, () => page("null", "2", true)), page('{"uuid":"A"}', "3", false)],
      "--once",
    );
    expect([code, values(printed)]).toEqual([0, [{ stream: "auditevents", uuid: "A" }]]);
  });

  it("as the first one of all is an error at once", async () => {
    const { code, said } = await through([page("null", "1", false)], "--once");
    expect([code, said]).toEqual([1, expect.stringContaining("keywright-tail: listAuditEvents returned a page whose entry 0 is not an object\n")]);
  });

  it("is none that is nested without measure", async () => {
    const deep = `{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}`;
    const { code, printed } = await through([page(deep, "1", false)], "--once");
    expect([code, printed]).toEqual([0, `{"stream":"auditevents",${deep.slice(1)}\n`]);
  });

  it("because it is too large says which option allows more, which does", async () => {
    const large = page(`{"uuid":"${"A".repeat(2048)}"}`, "1", false);
    const { code, said } = await through([large], "--once", "--max-page-bytes", "2K");
    expect([code, said]).toEqual([1, expect.stringMatching(/is larger than 2048 bytes: increase --max-page-bytes, for example to 128M\n/)]);
    expect(await through([large], "--once", "--max-page-bytes", "3K")).toMatchObject({ code: 0, printed: expect.stringContaining("AAA") });
  });
});
