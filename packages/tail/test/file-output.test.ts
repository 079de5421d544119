import { appendFile, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileCheckpoint, lockFile } from "@keywright/core/node";
import { describe, expect, it } from "vitest";
import { fileOutput } from "../src/lib/output/file-output.ts";
import { openOutput } from "../src/lib/output/output-file.ts";
import { EVENT_FORMAT_NAMES } from "../src/lib/events/event-line.ts";
import { STREAM_NAMES } from "../src/lib/events/streams.ts";
import { SINCE, eventsIn, folderForTest, services, tail, untimed, values } from "./support.ts";

const STREAM_FORMATS = STREAM_NAMES.flatMap((stream) => EVENT_FORMAT_NAMES.map((format) => [stream, format] as const));

describe("a stream to a file", () => {
  it("is appended to, for its owner's eyes, and a torn last line is cut before", async () => {
    const { events, env, fetch } = services();
    const folder = await folderForTest();
    const file = join(folder, "inner", "auditevents.jsonl");
    const args = ["auditevents", "--checkpoint", join(folder, "{stream}.position"), "--output", join(folder, "inner", "{stream}.jsonl"), ...SINCE];
    expect((await tail(args, { env, fetch })).code).toBe(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await appendFile(file, `{"stream":"auditevents","uuid":"TORN${"x".repeat(200_000)}`);
    events.appendEvents("auditevents", { uuid: "LATER" });
    expect((await tail(args, { env, fetch })).code).toBe(0);
    expect(eventsIn(await readFile(file, "utf8")).map(({ uuid }) => uuid)).toEqual(events.store.stream("auditevents").events.map(({ uuid }) => uuid));
  });

  it("is left alone as long as another process has the checkpoint: its last line may be under way", async () => {
    const { events, env, fetch } = services();
    const folder = await folderForTest();
    const [checkpoint, file] = [join(folder, "position"), join(folder, "out")];
    const args = ["auditevents", "--checkpoint", checkpoint, "--output", file, ...SINCE];
    await writeFile(file, '{"stream":"UNDER WAY');
    const owned = await fileCheckpoint(checkpoint).acquire("listAuditEvents");
    expect((await tail(args, { env, fetch })).code).toBe(3);
    expect(await readFile(file, "utf8")).toBe('{"stream":"UNDER WAY');
    let waiting = "";
    const stderr = { write: (text: string) => void (waiting += text) };
    const standing = tail([...args, "--stand-by"], { env, fetch, stderr });
    await expect.poll(() => waiting).toContain("standing by");
    await writeFile(file, '{"uuid":"WHOLE"}\n{"stream":"TORN');
    await owned.release();
    expect((await standing).code).toBe(0);
    const uuids = values(await readFile(file, "utf8")).map(({ uuid }) => uuid);
    expect(uuids).toEqual(["WHOLE", ...events.store.stream("auditevents").events.map(({ uuid }) => uuid)]);
  });

  it.each(STREAM_FORMATS)("of %s as %s that ends with a torn line goes on, wherever the line was cut", async (stream, format) => {
    const { events, env, fetch } = services({ eventsPerStream: 1 });
    if (stream === "auditevents") events.appendEvents(stream, { uuid: "TÖRN 🔑" });
    const folder = await folderForTest();
    const file = join(folder, "out");
    const write = (shape: string) => tail([stream, "--no-checkpoint", "--format", shape, "--output", file, ...SINCE], { env, fetch });
    await write(format);
    const whole = await readFile(file);
    const begin = whole.lastIndexOf("\n", -2) + 1;
    const lock = await lockFile(file, "output");
    // In each beginning, in each character of several bytes, and before the end of the line.
    const cuts = [...whole.keys()].slice(begin + 1).filter((cut) => cut < begin + 40 || Number(whole[cut]) > 0x7f || cut === whole.length - 1);
    expect(cuts.length).toBeGreaterThan(39);
    for (const cut of cuts) {
      await writeFile(file, whole.subarray(0, cut));
      await (await openOutput(file, {}, lock)).file.close();
      expect(await readFile(file), `cut after ${cut - begin} bytes`).toEqual(whole.subarray(0, begin));
    }
    await lock.release();
    for (const next of EVENT_FORMAT_NAMES) {
      await writeFile(file, Buffer.concat([whole, whole.subarray(begin, -1)]));
      expect((await write(next)).code, `with --format ${next}`).toBe(0);
      const text = await readFile(file, "utf8");
      expect(text.startsWith(whole.toString())).toBe(true);
      expect(values(text)).toHaveLength(2 * values(whole.toString()).length);
    }
  });

  it.each([
    "a",
    '{"uuid":"TORN',
    "# Notes\n\nNever lose this",
    ' {"stream":"auditevents"',
    '{"stream":1',
    '{"stream":"auditevents"}\n\0',
    '{"event":"login"',
    '{"event":{"kind":"event"',
    '{"event":{"original":1',
    '{"class_name":"Authentication"',
  ])("that ends in the line %j, which another program began, is not understood and left alone", async (text) => {
    const { env, fetch } = services();
    const folder = await folderForTest();
    const file = join(folder, "out");
    await writeFile(file, text);
    const { code, said } = await tail(["auditevents", "--checkpoint", join(folder, "position"), "--output", file, ...SINCE], { env, fetch });
    expect([code, said.split("\n").slice(-3)]).toEqual([
      2,
      [
        `keywright-tail: --output ${file} ends with an incomplete line that keywright-tail did not write: use another file, or complete the line. The file was not changed`,
        "Try keywright-tail --help",
        "",
      ],
    ]);
    expect(await readFile(file, "utf8")).toBe(text);
    await expect(stat(join(folder, "position"))).rejects.toThrow("ENOENT");
  });

  it("may be shared by several streams, whose lines stay whole", async () => {
    const { env, fetch } = services({ eventsPerStream: 300 });
    const folder = await folderForTest();
    await tail(["auditevents", "itemusages", "signinattempts", "--no-checkpoint", "--output", join(folder, "out"), ...SINCE], { env, fetch });
    expect(values(await readFile(join(folder, "out"), "utf8")).length).toBe(900);
  });

  it("stays open for a stream that goes on when another one has ended", async () => {
    const { env, fetch } = services();
    const folder = await folderForTest();
    let said = "";
    const late: typeof fetch = async (url, init) => {
      if (url.includes("itemusages")) await expect.poll(() => untimed(said)).toMatch(/^auditevents: .*stopped/m);
      return fetch(url, init);
    };
    const args = ["auditevents", "itemusages", "--no-checkpoint", "--output", join(folder, "out"), ...SINCE];
    const { code } = await tail(args, { env, fetch: late, stderr: { write: (text) => void (said += text) } });
    expect([code, values(await readFile(join(folder, "out"), "utf8")).length]).toEqual([0, 50]);
  });

  it("that another process has is exit code 3 and is left alone, whatever the checkpoint; with --stand-by it is waited for", async () => {
    const { events, env, fetch } = services();
    const folder = await folderForTest();
    const [checkpoint, file] = [join(folder, "position"), join(folder, "out.jsonl")];
    const args = ["auditevents", "--checkpoint", checkpoint, "--output", file, ...SINCE];
    await writeFile(file, '{"stream":"UNDER WAY');
    const owned = await lockFile(file, "output");
    const { code, said } = await tail(args, { env, fetch });
    expect([code, said.slice(said.indexOf("keywright-tail:"))]).toEqual([
      3,
      `keywright-tail: the output ${file} is in use by another process: stop that one first\nUse --stand-by to wait until the other process ends, and take over\n`,
    ]);
    expect(await readFile(file, "utf8")).toBe('{"stream":"UNDER WAY');
    // Nothing was begun, and the checkpoint is free for another one.
    const unused = await fileCheckpoint(checkpoint).acquire("listAuditEvents");
    expect(await unused.load()).toBeUndefined();
    await unused.release();

    let waiting = "";
    const stderr = { write: (text: string) => void (waiting += text) };
    const standing = tail([...args, "--stand-by"], { env, fetch, stderr });
    await expect.poll(() => waiting).toContain("standing by");
    await owned.release();
    expect((await standing).code).toBe(0);
    expect(eventsIn(await readFile(file, "utf8"))).toEqual(events.store.stream("auditevents").events);
  });

  it("is free when its stream has ended, though another stream of the process waits for it: two processes do not wait for each other", async () => {
    const { events, env, fetch } = services();
    const folder = await folderForTest();
    const [checkpoint, output] = [join(folder, "{stream}.position"), join(folder, "{stream}.jsonl")];
    const other = await fileCheckpoint(join(folder, "itemusages.position")).acquire("listItemUsages");
    let said = "";
    const stderr = { write: (text: string) => void (said += text) };
    const both = tail(["auditevents", "itemusages", "--checkpoint", checkpoint, "--output", output, "--stand-by", ...SINCE], { env, fetch, stderr });
    await expect.poll(() => untimed(said)).toMatch(/^auditevents: .*stopped/m);
    await (await lockFile(join(folder, "auditevents.jsonl"), "output")).release();
    await other.release();
    expect((await both).code).toBe(0);
    expect(eventsIn(await readFile(join(folder, "itemusages.jsonl"), "utf8"))).toEqual(events.store.stream("itemusages").events);
  });

  it("that another process has keeps --reset from moving the position", async () => {
    const { env, fetch } = services();
    const folder = await folderForTest();
    const [checkpoint, file] = [join(folder, "position"), join(folder, "out.jsonl")];
    const args = ["auditevents", "--checkpoint", checkpoint, "--output", file, ...SINCE];
    await tail(args, { env, fetch });
    const before = await readFile(checkpoint, "utf8");
    const owned = await lockFile(file, "output");
    expect((await tail([...args, "--reset"], { env, fetch })).code).toBe(3);
    expect(await readFile(checkpoint, "utf8")).toBe(before);
    await owned.release();
  });

  it.each(["a link to it", "the name that it had before a rotation"])("that another process has is found by %s", async (way) => {
    const { env, fetch } = services();
    const folder = await folderForTest();
    const [file, other] = [join(folder, "out.jsonl"), join(folder, "other.jsonl")];
    if (way === "a link to it") await symlink("out.jsonl", other);
    const started = new AbortController();
    let said = "";
    const stderr = { write: (text: string) => void (said += text) };
    const args = ["auditevents", "--no-checkpoint", "--since", "2020-01-01T00:00:00Z", "--output"];
    const first = tail([...args, way === "a link to it" ? other : file], { env, fetch, stderr, signal: started.signal });
    await expect.poll(() => said).toContain("caught up");
    if (way !== "a link to it") await rename(file, other);
    expect((await tail([...args, file, "--once"], { env, fetch })).code).toBe(3);
    started.abort();
    expect((await first).code).toBe(0);
    expect(values(await readFile(other, "utf8")).length).toBe(25);
    expect((await tail([...args, file, "--once"], { env, fetch })).code).toBe(0);
  });

  it.each(["is renamed", "is renamed and removed", "is removed", "is renamed and another one has its name"])(
    "that %s takes no more pages: the next one is in the file of its name",
    async (what) => {
      const { events, env, fetch } = services();
      const folder = await folderForTest();
      const [file, renamed] = [join(folder, "out.jsonl"), join(folder, "out.jsonl.1")];
      let said = "";
      const stopping = new AbortController();
      const following = tail(["auditevents", "--no-checkpoint", "--output", file, "--since", "2020-01-01T00:00:00Z", "--interval", "1"], {
        env,
        fetch,
        stderr: { write: (text: string) => void (said += text) },
        signal: stopping.signal,
      });
      await expect.poll(() => said).toContain("caught up");
      await rename(file, renamed);
      if (what.endsWith("removed")) await rm(renamed);
      if (what.endsWith("its name")) await writeFile(file, "");
      events.appendEvents("auditevents", { uuid: "LATER" });
      await expect.poll(() => readFile(file, "utf8").catch(() => "")).toContain("LATER");
      stopping.abort();
      expect((await following).code).toBe(0);
      expect(values(await readFile(file, "utf8")).map(({ uuid }) => uuid)).toEqual(["LATER"]);
      if (!what.endsWith("removed")) expect(values(await readFile(renamed, "utf8")).length).toBe(25);
    },
  );

  it("takes nothing more after a write that failed, because it can end in the middle of a line", async () => {
    const file = join(await folderForTest(), "out");
    const output = fileOutput(file);
    await output.open();
    await output.write("one\n");
    await rename(file, `${file}.1`);
    await mkdir(file);
    await expect(output.write("two\n")).rejects.toThrow("EISDIR");
    await rm(file, { recursive: true });
    await rename(`${file}.1`, file);
    await expect(output.write("three\n")).rejects.toThrow("EISDIR");
    expect(await readFile(file, "utf8")).toBe("one\n");
    await output.close();
  });

  it("has its lock next to it, by a name that a pattern for its lines does not match", async () => {
    const { env, fetch } = services();
    const folder = await folderForTest();
    await tail(["auditevents", "itemusages", "--no-checkpoint", "--output", join(folder, "{stream}.jsonl"), ...SINCE], { env, fetch });
    expect((await readdir(folder)).sort()).toEqual(["auditevents.jsonl", "auditevents.jsonl.lock", "itemusages.jsonl", "itemusages.jsonl.lock"]);
  });

  it("that is a device or a pipe, such as standard output by its path, is not understood: nothing there can be synced", async () => {
    const { env, fetch } = services();
    const folder = await folderForTest();
    await symlink("/dev/null", join(folder, "out"));
    const { code, said } = await tail(["auditevents", "--checkpoint", join(folder, "position"), "--output", join(folder, "out"), ...SINCE], { env, fetch });
    expect([code, said.split("\n").slice(-3)]).toEqual([
      2,
      [`keywright-tail: --output ${join(folder, "out")} is not a regular file: omit --output to write to standard output`, "Try keywright-tail --help", ""],
    ]);
    await expect(stat(join(folder, "position"))).rejects.toThrow("ENOENT");
  });

  it("that cannot be written is an error, and no position is kept", async () => {
    const { env, fetch } = services();
    const folder = await folderForTest();
    await mkdir(join(folder, "out"));
    const { code, said } = await tail(["auditevents", "--checkpoint", join(folder, "position"), "--output", join(folder, "out"), ...SINCE], { env, fetch });
    expect([code, untimed(said).split("\n").at(-2)]).toEqual([
      1,
      `keywright-tail: the output ${join(folder, "out")} cannot be written: EISDIR: illegal operation on a directory, open '${join(folder, "out")}'`,
    ]);
    await expect(stat(join(folder, "position"))).rejects.toThrow("ENOENT");
  });
});
