import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { lockFile } from "@keywright/core/node";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { fakeClock } from "../../core/test/fake-clock.ts";
import { finishWithFiles, folderForTest, services, tail, untimed, values } from "./support.ts";

const day = (index: number): string => `2026-03-${String(index + 1).padStart(2, "0")}T08:00:00Z`;
const WINDOW = ["--since", "2026-03-01"];

/** Ten events of ten days, which a file has by keywright-tail. */
async function stored(...options: readonly string[]) {
  const { events, env, fetch } = services({ eventsPerStream: 0 });
  const append = (index: number, more: object = {}): void =>
    void events.appendEvents("auditevents", { uuid: `E${index}`, timestamp: day(index), object_uuid: `O${index}`, ...more });
  for (let index = 0; index < 10; index += 1) append(index);
  const folder = await folderForTest();
  const file = join(folder, "events.jsonl");
  const args = ["auditevents", "--output", file, "--checkpoint", join(folder, "position"), ...WINDOW, ...options];
  const follow = () => tail([...args, "--once"], { env, fetch });
  await follow();
  return {
    env,
    fetch,
    folder,
    file,
    append,
    follow,
    lines: async () => (await readFile(file, "utf8")).split("\n").slice(0, -1),
    write: (lines: readonly string[], path = file) => writeFile(path, lines.map((line) => `${line}\n`).join("")),
    audit: async (more: readonly string[] = [], context: Parameters<typeof tail>[1] = {}) => {
      const { code, said } = await tail(["audit", ...args, ...more], { env, fetch, ...context });
      return { code, said: untimed(said).split("\n").slice(0, -1) };
    },
  };
}

const SAME = { code: 0, said: ["auditevents: service 10, stored 10, missing 0, doubled 0, changed 0, late 0"] };

describe("audit of a file", () => {
  it.each([[[]], [["--format", "ecs"]], [["--format", "ocsf"]]])("finds no difference in what was written with %j", async (options) => {
    const { audit } = await stored(...options);
    expect(await audit()).toEqual(SAME);
  });

  it.each([[[]], [["--format", "ecs"]], [["--format", "ocsf"]]])("lists an event that was removed, doubled or changed, with %j", async (options) => {
    const { audit, lines, write } = await stored(...options);
    const [first = "", second = "", third = "", fourth = "", ...others] = await lines();
    await write([second, third.replaceAll("O2", "O9"), fourth, ...others, fourth]);
    expect(first).toContain("E0");
    expect(await audit()).toEqual({
      code: 7,
      said: [
        "auditevents: missing E0 of 2026-03-01T08:00:00.000Z",
        "auditevents: changed E2 of 2026-03-03T08:00:00.000Z",
        "auditevents: doubled E3 of 2026-03-04T08:00:00.000Z",
        "auditevents: service 10, stored 9, missing 1, doubled 1, changed 1, late 0",
      ],
    });
  });

  it("finds no difference if a page came twice, as after a crash", async () => {
    const { audit, lines, write } = await stored();
    const all = await lines();
    await write([...all, ...all.slice(8)]);
    const said = ["auditevents: doubled E8 of 2026-03-09T08:00:00.000Z", "auditevents: doubled E9 of 2026-03-10T08:00:00.000Z"];
    expect(await audit()).toEqual({ code: 0, said: [...said, "auditevents: service 10, stored 10, missing 0, doubled 2, changed 0, late 0"] });
    expect(await audit(["--quiet"])).toEqual({ code: 0, said: [] });
  });

  it("lists differences as JSON", async () => {
    const { audit, lines, write } = await stored();
    await write((await lines()).slice(1));
    const { code, said } = await audit(["--log", "json"]);
    expect(code).toBe(7);
    expect(values(`${said.join("\n")}\n`)).toMatchObject([
      { level: "error", stream: "auditevents", event: "difference", kind: "missing", id: "E0", eventTime: "2026-03-01T08:00:00.000Z" },
      { level: "error", stream: "auditevents", event: "audited", service: 10, stored: 9, missing: 1, doubled: 0, changed: 0, late: 0 },
    ]);
  });

  it("compares what JSON means, and not how it is written", async () => {
    const { audit, lines, write } = await stored();
    const reverse = (line: string): string => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line) as object).reverse()), undefined, "\t");
    await write((await lines()).map((line) => reverse(line).replaceAll("\n", " ")));
    expect(await audit()).toEqual(SAME);
  });

  it("reads rotated and compressed files, and no others", async () => {
    const { audit, lines, write, folder, file } = await stored();
    const all = await lines();
    await write(all.slice(0, 1));
    await write(all.slice(1, 3), `${file}.1`);
    await writeFile(`${file}-20260301.gz`, gzipSync(`${all.slice(3, 6).join("\n")}\n`));
    await write(all.slice(6, 7), join(folder, "events.2.jsonl"));
    // The last write was cut off before the line end.
    await writeFile(join(folder, "events-2026-03-01.jsonl"), all.slice(7, 9).join("\n"));
    // A compression under way leaves both.
    await write(all.slice(9), `${file}.2`);
    await writeFile(`${file}.2.gz`, gzipSync(`${all.slice(9).join("\n")}\n`).subarray(0, 40));
    for (const other of ["events-copy.jsonl", "events-2.jsonl"]) await write(all, join(folder, other));
    expect(await audit()).toEqual(SAME);
    await writeFile(`${file}.3.zst`, "");
    expect(await audit()).toMatchObject({ code: 2, said: [expect.stringContaining("is not compressed by gzip: decompress it"), expect.anything()] });
  });

  it("reports lines that are not JSON, and ignores one that is being written and those of other streams", async () => {
    const { audit, lines, file } = await stored();
    const [first = ""] = await lines();
    await writeFile(file, `${(await lines()).join("\n")}\n{"torn":\n${first.replace("auditevents", "itemusages")}\n${first.slice(0, 30)}`);
    expect(await audit()).toEqual({ code: 0, said: [`auditevents: 1 line of ${file} is not JSON`, ...SAME.said] });
  });

  it("compares the events of the window, with both of its ends", async () => {
    const { audit, lines, write } = await stored();
    await write((await lines()).slice(2, 5));
    const { code, said } = await audit(["--since", day(2), "--until", day(5)]);
    expect([code, said]).toEqual([
      7,
      ["auditevents: missing E5 of 2026-03-06T08:00:00.000Z", "auditevents: service 4, stored 3, missing 1, doubled 0, changed 0, late 0"],
    ]);
  });

  it("compares events without an id by their content", async () => {
    const { audit, lines, write, append, follow } = await stored();
    append(10, { uuid: "" });
    await follow();
    expect((await audit()).said).toEqual(["auditevents: service 11, stored 11, missing 0, doubled 0, changed 0, late 0"]);
    await write((await lines()).slice(0, -1));
    expect((await audit()).said[0]).toBe("auditevents: missing an event without an id of 2026-03-11T08:00:00.000Z");
  });

  it("counts an event that the service returns twice once", async () => {
    const { audit, append, follow, lines, write } = await stored();
    append(0);
    await follow();
    await write((await lines()).slice(0, -1));
    expect(await audit()).toEqual(SAME);
  });

  it("names a target that it cannot read", async () => {
    const { env, fetch } = await stored();
    const ended = await tail(["audit", "auditevents", "--no-checkpoint", ...WINDOW], { env, fetch });
    expect(ended).toMatchObject({ code: 2, said: expect.stringContaining("audit cannot read stdout") });
  });

  it("reads no file that is the output of another sink", async () => {
    const { env, fetch, folder, lines, write } = await stored();
    const config = {
      checkpoint: `${folder}/{sink}.position`,
      since: "2026-03-01",
      sinks: { one: { to: `file:${folder}/out.jsonl` }, two: { to: `file:${folder}/out.1.jsonl` } },
      streams: { auditevents: { sinks: ["one", "two"] } },
    };
    await writeFile(join(folder, "tail.json"), JSON.stringify(config));
    const args = ["auditevents", "--config", join(folder, "tail.json")];
    await tail([...args, "--once"], { env, fetch });
    await write((await lines()).slice(1), join(folder, "out.jsonl"));
    expect(
      untimed((await tail(["audit", ...args], { env, fetch })).said)
        .split("\n")
        .slice(0, -1),
    ).toEqual([
      "auditevents to one: missing E0 of 2026-03-01T08:00:00.000Z",
      "auditevents to one: service 10, stored 9, missing 1, doubled 0, changed 0, late 0",
      "auditevents to two: service 10, stored 10, missing 0, doubled 0, changed 0, late 0",
    ]);
  });

  it("leaves out a page that stays invalid, and is exit code 5", async () => {
    const { audit, fetch } = await stored("--page-size", "4");
    const clock = fakeClock({ wallNow: Date.UTC(2026, 2, 20) });
    let bad: unknown;
    const send: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      if (!String(init.body).includes("cursor") || (bad ??= init.body) !== init.body) return response;
      return Response.json({ ...((await response.json()) as object), items: [null] });
    };
    const { code, said } = await finishWithFiles(clock, audit(["--quiet", "--until", day(11)], { fetch: send, clock }));
    expect([code, said.at(-1)]).toEqual([
      5,
      "auditevents: left out a page that cannot be read, number 1: listAuditEvents returned a page whose entry 0 is not an object",
    ]);
    expect(said.filter((line) => line.includes("left out"))).toHaveLength(1);
  });

  it("ends with exit code 1 if the service fails for ten minutes", async () => {
    const { audit, fetch } = await stored();
    const clock = fakeClock({ wallNow: Date.UTC(2026, 2, 20) });
    const send: typeof fetch = (url, init) => (url.includes("introspect") ? fetch(url, init) : Promise.resolve(new Response("", { status: 503 })));
    expect(await finishWithFiles(clock, audit(["--quiet", "--until", day(11)], { fetch: send, clock }))).toMatchObject({ code: 1 });
    expect(clock.now() / 60_000).toBeLessThan(15);
  });

  it("audits the sinks of a configuration file that it can read", async () => {
    const { env, fetch, folder, file } = await stored();
    const config = {
      checkpoint: `${folder}/{sink}.position`,
      since: "2026-03-01",
      sinks: { files: { to: `file:${file}.new` }, collector: { to: "https://collector.example.com" }, screen: { to: "stdout:" } },
      streams: { auditevents: { sinks: ["files", "collector", "screen"] } },
    };
    await writeFile(join(folder, "tail.json"), JSON.stringify(config));
    const args = ["auditevents", "--config", join(folder, "tail.json")];
    await tail([...args, "--once"], { env, fetch: (url, init) => (url.includes("collector") ? Promise.resolve(new Response("")) : fetch(url, init)) });
    const { code, said } = await tail(["audit", ...args], { env, fetch });
    expect([code, untimed(said).split("\n").slice(0, -1)]).toEqual([
      0,
      [
        "auditevents to collector: audit cannot read http, only file, postgres, s3, elasticsearch",
        "auditevents to screen: audit cannot read stdout, only file, postgres, s3, elasticsearch",
        "auditevents to files: service 10, stored 10, missing 0, doubled 0, changed 0, late 0",
      ],
    ]);
  });

  it.each(["--reset", "--once", "--max-events=1", "--listen=127.0.0.1:0", "--create-tables"])(
    "is exit code 2 with %s, which it would ignore",
    async (option) => {
      const message = `${option.split("=")[0]} has no use with audit: remove it`;
      expect(await (await stored()).audit([option])).toMatchObject({ code: 2, said: expect.arrayContaining([expect.stringContaining(message)]) });
    },
  );

  it.each([
    ["without --since", ["audit", "auditevents", "--no-checkpoint", "--output", "a"], "audit needs --since TIME"],
    ["by --repair alone", ["auditevents", "--no-checkpoint", "--repair"], "--repair needs audit: keywright-tail audit auditevents --since TIME --repair"],
    ["without the position", ["audit", "auditevents", "--output", "a", ...WINDOW], "use --checkpoint FILE, or --no-checkpoint"],
  ])("%s is exit code 2", async (_what, args, message) => {
    expect(await tail(args, {})).toMatchObject({ code: 2, said: expect.stringContaining(message) });
  });
});

describe("audit next to a running keywright-tail", () => {
  it("counts events after the committed position as late, and not as missing", async () => {
    const { audit, append } = await stored();
    append(10);
    append(11);
    expect((await audit()).said).toEqual(["auditevents: service 10, stored 10, missing 0, doubled 0, changed 0, late 2"]);
  });

  it("counts them as missing without the position", async () => {
    const { env, fetch, file, append } = await stored();
    append(10);
    const { code, said } = await tail(["audit", "auditevents", "--output", file, "--no-checkpoint", ...WINDOW], { env, fetch });
    expect([code, said]).toEqual([7, expect.stringContaining("service 11, stored 10, missing 1, doubled 0, changed 0, late 0")]);
  });

  it("counts events as late that are written or recorded during the audit", async () => {
    const { audit, append, fetch, follow } = await stored();
    append(10);
    const bodies: string[] = [];
    const send: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      if (url.includes("introspect") || bodies.push(String(init.body)) > 1) return response;
      // The first page of the window has been read: the running one writes that event, and there are more.
      await follow();
      append(11);
      return response;
    };
    expect((await audit([], { fetch: send })).said).toEqual(["auditevents: service 10, stored 10, missing 0, doubled 0, changed 0, late 2"]);
    expect(bodies.map((body) => Object.keys(JSON.parse(body) as object))).toEqual([["start_time"], ["cursor"]]);
  });

  it("reads the position while another process has the checkpoint, and never moves it", async () => {
    const { audit, folder, append, env, fetch } = await stored();
    append(10);
    const position = await readFile(join(folder, "position"), "utf8");
    const stop = new AbortController();
    let said: readonly string[] = [];
    const ended = await tail(["auditevents", "--checkpoint", join(folder, "position")], {
      env,
      signal: stop.signal,
      stdout: {
        write(_text, taken) {
          void audit().then((audited) => {
            said = audited.said;
            stop.abort();
            taken();
          }, taken);
        },
      },
      fetch,
    });
    expect([ended.code, said]).toEqual([0, ["auditevents: service 10, stored 10, missing 0, doubled 0, changed 0, late 1"]]);
    expect(await readFile(join(folder, "position"), "utf8")).not.toBe(position);
  });

  it("a position that is not there is exit code 2, because all events would be missing", async () => {
    const { audit, folder } = await stored();
    const { code, said } = await audit(["--checkpoint", join(folder, "other")]);
    expect([code, said[0]]).toEqual([2, expect.stringContaining("--checkpoint has no position of auditevents")]);
  });

  it("is exit code 1 and leaves no file if a signal stops it", async () => {
    const { audit, folder, fetch, append } = await stored();
    append(10);
    vi.stubEnv("TMPDIR", folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const stop = new AbortController();
    const seen: string[] = [];
    const send: typeof fetch = async (url, init) => {
      if (String(init.body).includes("cursor")) {
        for (const name of await readdir(folder))
          if (name.startsWith("keywright-audit-")) seen.push(((await stat(join(folder, name))).mode & 0o777).toString(8));
        stop.abort();
      }
      return fetch(url, init);
    };
    const { code, said } = await audit([], { fetch: send, signal: stop.signal });
    expect([code, said, seen]).toEqual([1, ["keywright-tail: the audit was stopped before its end"], ["700"]]);
    expect((await readdir(folder)).filter((name) => name.startsWith("keywright-audit-"))).toEqual([]);
  });
});

describe("audit --repair", () => {
  it.each([[[]], [["--format", "ecs"]]])("writes what is missing, and leaves what is doubled or changed, with %j", async (options) => {
    const { audit, lines, write } = await stored(...options);
    const [first = "", second = "", third = "", ...others] = await lines();
    const kept = [third.replaceAll("O2", "O9"), ...others, ...others.slice(0, 1)];
    await write(kept);
    const { code, said } = await audit(["--repair"]);
    expect([code, said.slice(-2)]).toEqual([
      7,
      ["auditevents: wrote 2 of 2 missing events", "auditevents: service 10, stored 8, missing 2, doubled 1, changed 1, late 0"],
    ]);
    expect(await lines()).toEqual([...kept, first, second]);
  });

  it("is exit code 0 if nothing else differs, and a second one writes nothing", async () => {
    const { audit, lines, write } = await stored();
    const all = await lines();
    await write(all.slice(0, -3));
    expect((await audit(["--repair", "--page-size", "1"])).code).toBe(0);
    expect(await audit(["--repair"])).toEqual(SAME);
    expect(await lines()).toEqual(all);
  });

  it("never moves the position, and writes no late event", async () => {
    const { audit, lines, write, append, folder } = await stored();
    const [position, all] = [await readFile(join(folder, "position"), "utf8"), await lines()];
    append(10);
    await write(all.slice(1));
    expect((await audit(["--repair"])).said.at(-1)).toBe("auditevents: service 10, stored 9, missing 1, doubled 0, changed 0, late 1");
    expect([await readFile(join(folder, "position"), "utf8"), await lines()]).toEqual([position, [...all.slice(1), ...all.slice(0, 1)]]);
  });

  it("excludes other writers of the file before it reads the service", async () => {
    const { audit, lines, write, fetch, file } = await stored();
    const all = await lines();
    await write(all.slice(1));
    const locked: unknown[] = [];
    const send: typeof fetch = async (url, init) => {
      if (!url.includes("introspect")) locked.push(await lockFile(file, "output").catch((error: unknown) => Reflect.get(Object(error), "code")));
      return fetch(url, init);
    };
    expect(await audit(["--repair"], { fetch: send })).toMatchObject({ code: 0 });
    expect([...new Set(locked)]).toEqual(["checkpoint-owned"]);
    await (await lockFile(file, "output")).release();
  });

  it("creates no file", async () => {
    const { audit, folder } = await stored();
    const [code, files] = [(await audit(["--repair", "--output", join(folder, "other.jsonl")])).code, await readdir(folder)];
    expect([code, files.filter((name) => name.startsWith("other"))]).toEqual([2, []]);
  });

  it("is exit code 3 if another process writes the file", async () => {
    const { audit, lines, write, file } = await stored();
    await write((await lines()).slice(1));
    const lock = await lockFile(file, "output");
    onTestFinished(() => lock.release());
    expect(await audit(["--repair"])).toMatchObject({ code: 3 });
  });
});
