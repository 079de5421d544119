import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, it, onTestFinished } from "vitest";
import { type FakeClock, fakeClock } from "../../core/test/fake-clock.ts";
import { logSecrets } from "../src/lib/log-secrets.ts";
import { run } from "../src/lib/run.ts";
import type { Signals } from "../src/lib/process/signals.ts";
import { folderForTest, program, serveVault } from "./support.ts";

type Receiver = NonNullable<Parameters<Signals["sendTo"]>[0]>;

/** A run in this process with a clock that stands still, on a server and with a command that do not. */
async function watching(args: readonly string[], mode = "plain", env: NodeJS.ProcessEnv = {}, over = async (url: string): Promise<string> => url) {
  const vault = await serveVault();
  const url = await over(vault.env["KEYWRIGHT_VAULT_URL"] ?? "");
  const clock = fakeClock({ random: 0 });
  let receiver: Receiver | undefined;
  let said = "";
  const listeners = new Set<() => void>();
  const stream = (): PassThrough =>
    new PassThrough().on("data", (text: Buffer) => {
      said += text.toString();
      for (const listener of listeners) listener();
    });
  const ended = run(["--watch", ...args, "--", process.execPath, program("signals"), mode], {
    env: { PASSWORD: "op://Production/Database/password", ...vault.env, KEYWRIGHT_VAULT_URL: url, ...env },
    stdout: stream(),
    stderr: stream(),
    signals: { sendTo: (next) => void (receiver = next), beforeEnd: () => {} },
    clock,
  });
  const signal = (name: NodeJS.Signals): void => receiver?.(name, false);
  onTestFinished(async () => {
    signal("SIGTERM");
    signal("SIGKILL");
    await ended;
  });
  const count = (words: string): number => said.split(words).length - 1;
  const saying = (words: string, times = 1): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => void (count(words) >= times && resolve());
      listeners.add(look);
      look();
    });
  await saying("started 19;");
  return { vault, clock, signal, saying, count, ended, said: () => said };
}

const POLL = ["--poll", "10"];

/** Lets time go by for a poll, and waits for its requests on a real port. */
async function pollOnce(clock: FakeClock): Promise<void> {
  await clock.advance(10_000);
  await new Promise((resolve) => setTimeout(resolve, 10));
}

describe("--watch", () => {
  it("restarts the command with its new secrets, and logs names and versions", async () => {
    const { vault, clock, signal, saying, ended, said } = await watching(POLL);
    await vault.rotate("sentinel");
    await clock.advance(10_000);
    await saying("started 8;");
    expect(said()).toMatch(/keywright-run: op:\/\/Production\/Database\/password was changed \(version \d+\)\nkeywright-run: the command is restarted\n/);
    expect(said()).not.toContain("sentinel");
    signal("SIGTERM");
    expect(await ended).toEqual({ signal: "SIGTERM" });
    expect(clock.timers).toBe(0);
  });

  it("restarts at most once in the least interval: once at its end for all changes in it", async () => {
    const { vault, clock, saying, count } = await watching([...POLL, "--min-interval", "60"]);
    for (const [index, value] of ["sentinel-1", "sentinel-22", "sentinel-333"].entries()) {
      await vault.rotate(value);
      await clock.advance(10_000);
      await saying("was changed", index + 1);
    }
    await saying("started 10;");
    expect(count("is restarted")).toBe(1);
    await clock.advance(39_000);
    expect(count("is restarted")).toBe(1);
    await clock.advance(1000);
    await saying("started 12;");
    expect(count("started ")).toBe(3);
  });

  it("kills a command that does not end in its grace time, and starts it with the newest secrets", async () => {
    const { vault, clock, saying, count } = await watching([...POLL, "--min-interval", "0", "--grace", "25"], "stubborn");
    await vault.rotate("sentinel-1");
    await clock.advance(10_000);
    await saying("got SIGTERM;");
    await vault.rotate("sentinel-22");
    await clock.advance(10_000);
    await saying("was changed", 2);
    await clock.advance(15_000);
    await saying("started 11;");
    expect([count("started "), count("got SIGTERM"), count("is restarted")]).toEqual([2, 1, 1]);
  });

  it("does not start the command again after SIGTERM", async () => {
    const { vault, clock, signal, saying, count, ended } = await watching([...POLL, "--grace", "5"], "stubborn");
    await vault.rotate("sentinel-1");
    await clock.advance(10_000);
    await saying("got SIGTERM;");
    signal("SIGTERM");
    await saying("got SIGTERM;", 2);
    await clock.advance(5000);
    expect(await ended).toEqual({ signal: "SIGKILL" });
    expect(count("started ")).toBe(1);
  });

  it("sends a signal instead of the restart with --signal, and masks the new secrets", async () => {
    const folder = await folderForTest();
    const file = join(folder, "secrets");
    const { vault, clock, saying, count, said } = await watching([...POLL, "--signal", "HUP"], "plain", { FILE: file });
    await vault.rotate("sentinel-1");
    await writeFile(file, "sentinel-1");
    await clock.advance(10_000);
    await saying("file [secret];");
    expect([count("got SIGHUP"), count("started ")]).toEqual([1, 1]);
    expect(said()).not.toContain("sentinel");
  });

  it("ends with a command that exits by itself, and restarts nothing after that", async () => {
    const { clock, signal, ended } = await watching(POLL, "ending");
    signal("SIGUSR2");
    expect(await ended).toEqual({ code: 5 });
    expect(clock.timers).toBe(0);
  });

  it("keeps the command running while the server is away, and restarts it for a change after that", async () => {
    const { vault, clock, saying, count } = await watching(POLL);
    vault.emulator.inject({ operationId: "listItems", response: { status: 503, headers: { "retry-after": "0" } }, times: 3 });
    await clock.advance(10_000);
    await saying("cannot be polled, its secrets are kept");
    expect([count("started "), count("503")]).toEqual([1, 1]);
    await vault.rotate("sentinel");
    await clock.advance(120_000);
    await saying("started 8;");
  });

  it("does not restart with a secret that was not confirmed for --max-age, but does once it is confirmed", async () => {
    const TOKEN = "op://Build/Registry/token";
    let away = "";
    /** Puts a server in between that lets a vault fail. */
    async function over(target: string): Promise<string> {
      const server = createServer((request, response) => {
        const path = request.url ?? "/";
        if (away !== "" && path.includes(away)) return void response.writeHead(503, { "retry-after": "0" }).end();
        void fetch(new URL(path, target), { headers: { authorization: request.headers.authorization ?? "" } }).then(async (answered) => {
          response.writeHead(answered.status, { "content-type": "application/json" }).end(await answered.text());
        });
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      onTestFinished(() => (server.closeAllConnections(), void server.close()));
      return `http://127.0.0.1:${(server.address() as { readonly port: number }).port}`;
    }
    const copy = join(await folderForTest(), "copy");
    const options = [...POLL, "--min-interval", "0", "--offline-copy", copy, "--max-age", "10m"];
    const { vault, clock, saying, count } = await watching(options, "plain", { A: TOKEN, PASSWORD: "op://Production/Database/password" }, over);
    away = await vault.idOf("Build");
    for (let polls = 0; polls < 70; polls += 1) await pollOnce(clock);
    await vault.rotate("sentinel");
    for (let polls = 0; count("gets new ones later") === 0 && polls < 30; polls += 1) await pollOnce(clock);
    // On a slow machine, it says so at each of several polls.
    expect([count("started 8;"), count("--max-age") > 0]).toEqual([0, true]);
    away = "";
    for (let polls = 0; count("the command is restarted") === 0 && polls < 30; polls += 1) await pollOnce(clock);
    await saying("started 8;");
  });

  it("does not restart with equal values when a rejected token works again, except for a change after that", async () => {
    // A code is another one by then, but its secret is the same.
    const { vault, clock, saying, count } = await watching(POLL, "plain", { CODE: "op://Production/Database/code?attribute=otp" });
    const rejected = vault.emulator.inject({ operationId: "listItems", response: { status: 401 }, times: "always" });
    // The cache waits five minutes for a new token.
    for (let polls = 0; count("was removed") === 0 && polls < 100; polls += 1) await pollOnce(clock);
    rejected.remove();
    for (let polls = 0; count("was added") === 0 && polls < 100; polls += 1) await pollOnce(clock);
    expect([count("was removed"), count("was added")]).toEqual([2, 2]);
    await clock.advance(60_000);
    await vault.rotate("sentinel");
    await clock.advance(10_000);
    await saying("started 8;");
    expect([count("started "), count("is restarted")]).toEqual([2, 1]);
  });

  it("ends if a secret cannot be read at the start, and runs without --watch if there are no secrets", async () => {
    const { env } = await serveVault();
    const stderr = new PassThrough();
    const context = { stdout: new PassThrough().resume(), stderr, signals: { sendTo: () => {}, beforeEnd: () => {} }, clock: fakeClock() };
    const start = (own: NodeJS.ProcessEnv) => run(["--watch", "--", process.execPath, "-e", "process.exit(6)"], { ...context, env: { ...env, ...own } });
    expect(await start({ A: "op://Production/Database/nothing", B: "op://Nowhere/Database/nothing" })).toEqual({ code: 3 });
    expect(String(stderr.read())).toMatch(
      /^keywright-run: 2 values cannot be resolved:\n {2}A: item \w+ has no field[^\n]*\n {2}B: the token has no vault with the name "Nowhere"/,
    );
    expect(await start({ A: "plain" })).toEqual({ code: 6 });
  });

  it("logs the first failure of a vault in a row, and no other", () => {
    const messages: string[] = [];
    const { onEvent } = logSecrets(
      ({ message }) => void messages.push(message),
      () => {},
    );
    const error = new Error("away");
    for (const failures of [1, 2, 3, 1]) onEvent({ type: "failure", vaultUUID: "a-vault", error, failures, delayMs: 1000, durationMs: 1 } as never);
    expect(messages).toEqual(Array.from({ length: 2 }, () => "vault a-vault cannot be polled, its secrets are kept: away"));
  });

  it("logs a change once, however its reference is written", () => {
    const messages: string[] = [];
    const { onChange } = logSecrets(
      ({ message }) => void messages.push(message),
      () => {},
    );
    const references = ["op://a/b/c", "a/b/c", "op://a/b/c?attribute=base64", "op://a/b/d"];
    onChange(references.map((reference) => ({ reference, kind: "changed", version: 5, previousVersion: 4 })));
    expect(messages).toEqual(["op://a/b/c was changed (version 5)", "op://a/b/d was changed (version 5)"]);
  });

  it("does not restart for a secret that was removed, whose value is kept", () => {
    const events: string[] = [];
    const listeners = logSecrets(
      ({ level, message }) => void events.push(`${level}: ${message}`),
      () => void events.push("changed"),
    );
    const change = { reference: "a/b/c", version: undefined, previousVersion: 1 };
    listeners.onChange([{ ...change, kind: "removed" }]);
    listeners.onChange([{ ...change, kind: "added", version: 4 }]);
    expect(events).toEqual(["warn: a/b/c was removed", "info: a/b/c was added (version 4)", "changed"]);
  });
});
