import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lockFile } from "@keywright/core/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { fakeClock } from "../../core/test/fake-clock.ts";
import { finishWithFiles, folderForTest, services, tail, values } from "./support.ts";

const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (character) => character.charCodeAt(0));
const page = (items: string, position: string, more: boolean): string => `{"items":[${items}],"cursor":"${position}","has_more":${more}}`;
const since = "2020-01-01T00:00:00.000Z";

/** What a service answers at each position, and at its begin: one byte for each character. A list is answered in turn, its last one for ever. */
interface Answers {
  readonly [position: string]: string | readonly [string, ...string[]];
}

/** Runs the command, in a time that goes by at once, on a service whose answers are given. */
async function through(answers: Answers, { args = ["--once"], stream = "auditevents", folder = "" } = {}) {
  const { env, fetch } = services();
  const clock = fakeClock();
  const place = folder || (await folderForTest());
  const file = join(place, "bad");
  const asked = new Map<string, number>();
  const fixed = ["--checkpoint", join(place, "{stream}.position"), "--since", since, "--dead-letter", file];
  const ended = await finishWithFiles(
    clock,
    tail([stream, ...fixed, ...args], {
      env,
      clock,
      async fetch(url, init) {
        if (url.includes("introspect")) return fetch(url, init);
        const position =
          stream === "auditlog"
            ? (new URL(url).searchParams.get("after") ?? "")
            : ((JSON.parse(String(init.body)) as { readonly cursor?: string }).cursor ?? "");
        const given = [answers[position] ?? page("", position, false)].flat();
        const count = asked.get(position) ?? 0;
        asked.set(position, count + 1);
        return new Response(bytes(given[Math.min(count, given.length - 1)] ?? ""), { headers: { "content-type": "application/json" } });
      },
    }),
  );
  const kept = await readFile(file, "utf8").catch(() => "");
  return { ...ended, folder: place, file, kept: values(kept), uuids: values(ended.printed).map(({ uuid }) => uuid), minutes: clock.now() / 60_000, asked };
}

const BAD_ENTRY = page('{"uuid":"B","n":72012345678901234567890},null', "2", true);
const around = (bad: string): Answers => ({ "": page('{"uuid":"A"}', "1", true), "1": bad, "2": page('{"uuid":"C"}', "3", false) });

describe("--dead-letter", () => {
  it.each([
    ["an entry that is no event", BAD_ENTRY],
    ["items that are none", '{"items":null,"cursor":"2","has_more":true}'],
    ["a control character", page('{"uuid":"\x01\x00\n","a\\\\":"\\""}', "2", true)],
    ["a byte order mark and a control character", `\xef\xbb\xbf${page('{"uuid":"\x01"}', "2", true)}`],
  ])("keeps a page with %s, to the last byte, and goes on behind it", async (_what, bad) => {
    const { code, uuids, kept, said, file } = await through(around(bad));
    expect([code, uuids]).toEqual([5, ["A", "C"]]);
    expect(kept).toEqual([
      {
        stream: "auditevents",
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        position: { cursor: "1" },
        next: { cursor: "2" },
        error: expect.stringMatching(/^listAuditEvents/),
        encoding: "utf-8",
        page: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes(bad)),
      },
    ]);
    expect(said).toContain(` auditevents: wrote a page as a dead letter to ${file}: listAuditEvents`);
    expect(said).toContain("1 page as a dead letter, ");
    expect(said.split("\n").at(-2)).toContain(` keywright-tail: 1 page became a dead letter in ${file}: their events are not in the output`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("keeps a page that is not UTF-8 as base64", async () => {
    const bad = page('{"uuid":"\xff\xc3\x28"}', "2", true);
    const { code, uuids, kept } = await through(around(bad));
    expect([code, uuids]).toEqual([5, ["A", "C"]]);
    expect(kept).toMatchObject([{ encoding: "base64", page: Buffer.from(bytes(bad)).toString("base64") }]);
  });

  it("does so for the audit log, whose next page is a link", async () => {
    const log = (items: string, after: string): string => `{"results":[${items}],"next":"/v2/audit-log?after=${after}"}`;
    const answers = { "": log('{"uuid":"A"}', "1"), "1": log("7", "2"), "2": log('{"uuid":"C"}', "3"), "3": log("", "3") };
    const { code, uuids, kept } = await through(answers, { stream: "auditlog" });
    expect([code, uuids]).toEqual([5, ["A", "C"]]);
    expect(kept).toMatchObject([{ stream: "auditlog", position: { cursor: "1" }, next: { cursor: "2" }, page: answers["1"] }]);
  });

  it("asks for the page again for ten minutes first, or for --give-up-after if that is shorter", async () => {
    expect((await through(around(BAD_ENTRY))).minutes).toBeGreaterThanOrEqual(10);
    expect((await through(around(BAD_ENTRY))).minutes).toBeLessThan(13);
    const { code, minutes } = await through(around(BAD_ENTRY), { args: ["--once", "--give-up-after", "2m"] });
    expect(code).toBe(5);
    expect(minutes).toBeGreaterThanOrEqual(2);
    expect(minutes).toBeLessThan(4);
  });

  it("keeps the first page of all, at a time, as well", async () => {
    const { code, uuids, kept } = await through({ "": page("null", "1", true), "1": page('{"uuid":"C"}', "2", false) });
    expect([code, uuids]).toEqual([5, ["C"]]);
    expect(kept).toMatchObject([{ position: { since } }]);
  });

  it("makes nothing while no page stays bad", async () => {
    const good = page('{"uuid":"B"}', "2", true);
    const { code, uuids, folder } = await through({ ...around(good), "1": [BAD_ENTRY, BAD_ENTRY, good] });
    expect([code, uuids]).toEqual([0, ["A", "B", "C"]]);
    expect((await readdir(folder)).sort()).toEqual(["auditevents.position", "auditevents.position.lock"]);
  });

  it("writes a page that is good when it is requested for the last time", async () => {
    const good = page('{"uuid":"B"}', "2", true);
    const { asked } = await through(around(BAD_ENTRY));
    // The last two requests are the one that finds it bad after ten minutes, and the one that keeps it.
    const bad = Array.from({ length: (asked.get("1") ?? 0) - 1 }, () => BAD_ENTRY) as [string, ...string[]];
    const { code, uuids, kept } = await through({ ...around(good), "1": [...bad, good] });
    expect([code, uuids, kept]).toEqual([0, ["A", "B", "C"], []]);
  });

  it.each([
    ["is missing", '{"items":[null],"has_more":true}'],
    ["has a character that cannot be read", page("null", "2\xff", true)],
    ["is not known to be whole", page("null", "2\x01", true)],
    ["is the one that was asked for", page("null", "1", true)],
    ["is in a page that is no JSON", `{"items":[},"cursor":"2","has_more":true}`],
    ["is in a page of another program", "<html>login</html>}"],
  ])("ends as without it if the next position %s", async (_what, bad) => {
    const { code, uuids, folder } = await through(around(bad), { args: ["--once", "--give-up-after", "20m"] });
    expect([code, uuids]).toEqual([1, ["A"]]);
    expect(await readdir(folder)).not.toContain("bad");
  });

  it("goes on from the checkpoint behind the page, and appends to the file", async () => {
    const first = await through(around(BAD_ENTRY), { args: ["--once"] });
    const again = await through({ "3": page("null", "4", false) }, { folder: first.folder });
    expect([again.code, again.uuids, again.kept.map(({ position }) => position)]).toEqual([5, [], [{ cursor: "1" }, { cursor: "3" }]]);
  });

  it.each([
    ["refuses a file that ends in a torn line of another program", 2, async (file: string) => void (await writeFile(file, "notes")), "--dead-letter "],
    ["refuses a file that another process has", 3, async (file: string) => onTestFinished((await lockFile(file)).release), "the file "],
  ])("%s, and leaves the checkpoint before the page", async (_what, expected, prepare, reason) => {
    const folder = await folderForTest();
    await prepare(join(folder, "bad"));
    const { code, said } = await through(around(BAD_ENTRY), { folder });
    expect([code, said]).toEqual([expected, expect.stringContaining(reason)]);
    expect(JSON.parse(await readFile(join(folder, "auditevents.position"), "utf8"))).toMatchObject({ position: { cursor: "1" } });
  });

  it("is reported with --quiet as well, and in JSON", async () => {
    const { said, file } = await through(around(BAD_ENTRY), { args: ["--once", "--quiet", "--log", "json"] });
    expect(values(said).filter(({ event }) => event !== "trouble")).toMatchObject([
      { level: "error", stream: "auditevents", event: "dead-letter", error: { code: "unexpected-content" } },
      { level: "error", event: "dead-letter", pages: 1, exitCode: 5, message: expect.stringContaining(file) },
    ]);
  });
});
