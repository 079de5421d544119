import { parseEnv } from "node:util";
import { once } from "node:events";
import { access, rename, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { bundledRun, show, shown } from "./command.ts";
import { folderForTest, program, SECRETS, type Started, startProcess } from "./support.ts";

const { command, setUp } = bundledRun();

describe("a command", () => {
  it("gets references, templates and all other values, and an env file replaces the environment and earlier env files", async () => {
    const { start, folder } = await setUp({
      "a.env": [
        "PASSWORD=op://Production/Database/password",
        'URL="postgres://app:{{ op://Production/Database/password }}@db/{{ Build/Registry/token }}"',
        "KEY='op://Build/Registry/key'",
        "PLAIN=a b  ",
        'TEXT="{ }} $HOME # é"',
        "TWICE=first",
        "OVER=file",
        "OVER_REFERENCE=file",
      ].join("\n"),
      "b.env": "TWICE=second\n",
    });
    const env = {
      FROM_ENVIRONMENT: "op://Build/Registry/token",
      TEMPLATE: "{{ .Name }}",
      OVER: "environment",
      OVER_REFERENCE: "op://Build/Registry/token",
      EMPTY: "",
    };
    const names = [
      "PASSWORD",
      "URL",
      "KEY",
      "PLAIN",
      "TEXT",
      "TWICE",
      "OVER",
      "OVER_REFERENCE",
      "FROM_ENVIRONMENT",
      "TEMPLATE",
      "EMPTY",
      "KEYWRIGHT_VAULT_TOKEN",
      "KEYWRIGHT_VAULT_URL",
    ];
    const started = start(["--no-masking", "--env-file", "a.env", "--env-file", "b.env", ...show(...names)], env);
    expect(await started.ended).toEqual([0, null]);
    expect(JSON.parse(Buffer.from(started.output.stdout, "latin1").toString())).toEqual({
      cwd: folder,
      isTerminal: false,
      env: {
        PASSWORD: SECRETS.database,
        URL: `postgres://app:${SECRETS.database}@db/${SECRETS.token}`,
        KEY: SECRETS.key,
        PLAIN: "a b",
        TEXT: "{ }} $HOME # é",
        TWICE: "second",
        OVER: "file",
        OVER_REFERENCE: "file",
        FROM_ENVIRONMENT: SECRETS.token,
        TEMPLATE: "{{ .Name }}",
        EMPTY: "",
        KEYWRIGHT_VAULT_TOKEN: null,
        KEYWRIGHT_VAULT_URL: expect.stringContaining("http://127.0.0.1"),
      },
    });
  });

  it("gets the token with --keep-token, masked, and runs without a vault if there are no references", async () => {
    const { start, vault } = await setUp();
    const kept = start(["--keep-token", ...show("KEYWRIGHT_VAULT_TOKEN")]);
    expect(await kept.ended).toEqual([0, null]);
    expect(shown(kept)).toEqual({ KEYWRIGHT_VAULT_TOKEN: "[secret]" });
    const without = start(["--no-masking", ...show("PLAIN")], { KEYWRIGHT_VAULT_URL: "", PLAIN: vault.emulator.token });
    expect(await without.ended).toEqual([0, null]);
    expect(shown(without)).toEqual({ PLAIN: vault.emulator.token });
  });

  it("never prints the token of the vault, also from a file that is replaced while it runs", async () => {
    const { start, vault, folder } = await setUp({ "token.txt": "" });
    await writeFile(join(folder, "token.txt"), vault.emulator.token);
    const inEnvironment = start(["--", "sh", "-c", `echo "<${vault.emulator.token}>"`]);
    expect([await inEnvironment.ended, inEnvironment.output.stdout]).toEqual([[0, null], "<[secret]>\n"]);
    const own = { KEYWRIGHT_VAULT_TOKEN: undefined, KEYWRIGHT_VAULT_TOKEN_FILE: "token.txt", A: "op://Production/Database/password" };
    const inFile = start(["--", "sh", "-c", "cat token.txt; echo .; read line; cat token.txt"], own);
    await inFile.saying(".");
    await writeFile(join(folder, "new.txt"), "sentinel-token-of-tomorrow");
    await rename(join(folder, "new.txt"), join(folder, "token.txt"));
    inFile.child.stdin?.end("\n");
    expect([await inFile.ended, inFile.output]).toEqual([[0, null], { stdout: "[secret].\n[secret]", stderr: "" }]);
  });

  it("gets NODE_DEBUG, with which this process prints no secret", async () => {
    const { start } = await setUp();
    const started = start(show("NODE_DEBUG", "A"), { NODE_DEBUG: "child_process,stream", A: "op://Production/Database/password" });
    expect(await started.ended).toEqual([0, null]);
    expect(shown(started)).toEqual({ NODE_DEBUG: "child_process,stream", A: "[secret]" });
    expect(started.output.stderr).not.toMatch(/sentinel|KEYWRIGHT_VAULT_TOKEN/);
  });

  it("gets the first variable of an env file that begins with a byte order mark", async () => {
    const { start } = await setUp({ "a.env": "\uFEFFA=first\nB=second\n" });
    const started = start(["-f", "a.env", ...show("A", "B")]);
    expect(await started.ended).toEqual([0, null]);
    expect(shown(started)).toEqual({ A: "first", B: "second" });
  });

  it("takes references of another scheme, and passes the others", async () => {
    const { start } = await setUp();
    const started = start(["--no-masking", "--scheme", "vault", ...show("A", "B")], {
      A: "vault://Production/Database/user",
      B: "op://Production/Database/user",
    });
    expect(await started.ended).toEqual([0, null]);
    expect(shown(started)).toEqual({ A: "app", B: "op://Production/Database/user" });
  });

  it("is not started if secrets cannot be read: all problems at once, by variable, without values", async () => {
    const { start, folder } = await setUp({
      "a.env": [
        "GOOD=op://Production/Database/password",
        "NO_FIELD=op://Production/Database/pasword",
        "NO_VAULT=op://Produktion/Database/password",
        "TEMPLATE={{ Production/Databse/password }}:{{ Build/Registry/tokn }}",
        "NOT_A_TEMPLATE={{ sentinel-misplaced }}",
      ].join("\n"),
    });
    const args = ["--env-file", "a.env", "--", process.execPath, "-e", `require("fs").writeFileSync("started", "")`];
    const started = start(args);
    expect(await started.ended).toEqual([3, null]);
    expect(started.output.stdout).toBe("");
    const said = started.output.stderr;
    expect(said).toContain("keywright-run: 4 values cannot be resolved:\n");
    expect(said.match(/^ {2}[A-Z_]+(?=:)/gm)).toEqual(["  NOT_A_TEMPLATE", "  NO_FIELD", "  NO_VAULT", "  TEMPLATE", "  TEMPLATE"]);
    expect(said).toContain("Produktion");
    expect(said).not.toContain("sentinel");
    await expect(access(join(folder, "started"))).rejects.toThrow("ENOENT");

    const inJson = start(["--json", ...args]);
    expect(await inJson.ended).toEqual([3, null]);
    const entry = JSON.parse(inJson.output.stderr) as { readonly problems: readonly { readonly name: string }[] };
    expect(entry).toMatchObject({ level: "error", event: "failed", exitCode: 3 });
    expect(entry.problems.map(({ name }) => name)).toEqual(["NOT_A_TEMPLATE", "NO_FIELD", "NO_VAULT", "TEMPLATE", "TEMPLATE"]);
  });

  it("is not started with a value that contains a NUL character, which no message shows", async () => {
    const { start, vault } = await setUp();
    await vault.rotate("sentinel\0database");
    const started = start([...show("A")], { A: "op://Production/Database/password" });
    expect(await started.ended).toEqual([3, null]);
    expect(started.output.stderr).toBe(
      "keywright-run: 1 value cannot be resolved:\n  A: its value contains a NUL character, which no environment variable can: use --files\n",
    );
  });

  it("whose start waits for something that never comes ends with 13", async () => {
    const { start } = await setUp({ "silent.cjs": "process.stdout.write = () => true;" });
    const started = start(["--version"], { NODE_OPTIONS: "--require ./silent.cjs" });
    expect([await started.ended, started.output.stdout]).toEqual([[13, null], ""]);
  });

  it.each([
    [["--token", "sentinel", "--", "node"], {}, 2, "--token is not an option"],
    [["--", "node"], { A: "op://a/b/c", KEYWRIGHT_VAULT_URL: "" }, 2, "KEYWRIGHT_VAULT_URL"],
    [["--", "node"], { A: "op://a/b/c", KEYWRIGHT_VAULT_URL: "http://vault.example.com" }, 2, "KEYWRIGHT_VAULT_URL"],
    [["--", "node"], { A: "op://a/b/c", KEYWRIGHT_VAULT_TOKEN: "sentinel" }, 3, "401"],
    [["--", "node"], { A: "op://a/b/c", KEYWRIGHT_VAULT_TOKEN: "" }, 2, "the environment lacks KEYWRIGHT_VAULT_TOKEN"],
    // Its own --json is no option of this command.
    [["--nothing", "--", "node", "--json"], {}, 2, "keywright-run: --nothing is not an option"],
    [["-f", "absent.env", "--", "node"], {}, 1, "absent.env cannot be read: ENOENT"],
    [["--", "./no-such-command"], {}, 127, "./no-such-command cannot be started: there is no such command"],
    [["--", "."], {}, 126, ". cannot be started: it is not an executable file"],
  ])("%j with %j ends with %d", async (args, env, code, words) => {
    const { start } = await setUp();
    const started = start(args, env);
    expect(await started.ended).toEqual([code, null]);
    expect(started.output.stderr).toContain(words);
    expect(started.output.stderr).not.toContain("sentinel");
  });

  // Other versions of Node skip such a line.
  it.runIf("a\nB" in parseEnv("a\nB=1"))("is not started with an env file that has a line without =, which no message shows", async () => {
    const { start } = await setUp({ "a.env": "A=1\n\nsentinel-line-of-a-key\nB=op://Production/Database/password\n" });
    const started = start(["-f", "a.env", ...show("B")]);
    expect(await started.ended).toEqual([1, null]);
    expect(started.output).toEqual({ stdout: "", stderr: "keywright-run: a.env must have lines of NAME=value; line 3 has no =\n" });
  });

  it("can be debugged, and this process cannot", async () => {
    const { start } = await setUp();
    const started = start(["--", "sh", "-c", "echo started; cat"], { NODE_OPTIONS: "--inspect=127.0.0.1:0", A: "op://Production/Database/password" });
    await started.saying("Debugger listening on ");
    const address = /ws:\/\/([\d.:]+)\//.exec(started.output.stderr)?.[1];
    await started.saying("started");
    await expect(fetch(`http://${address}/json`)).rejects.toThrow("fetch failed");
    started.child.stdin?.end();
    expect(await started.ended).toEqual([0, null]);
  });

  it("ends this process with its exit code, or with its signal", async () => {
    const { start } = await setUp();
    const node = (code: string): Started => start(["--", process.execPath, "-e", code]);
    expect(await node("process.exitCode = 42").ended).toEqual([42, null]);
    for (const signal of ["SIGTERM", "SIGKILL", "SIGHUP", "SIGINT"] as const)
      expect(await node(`process.kill(process.pid, "${signal}")`).ended).toEqual([null, signal]);
    // A core dump of this process would contain secrets.
    expect(await node("process.abort()").ended).toEqual([134, null]);
  });

  it("gets the signals that this process gets", async () => {
    const { start } = await setUp();
    const started = start(["--", process.execPath, program("signals")]);
    await started.saying("started");
    for (const signal of ["SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGWINCH"] as const) {
      started.child.kill(signal);
      await started.saying(`got ${signal};`);
    }
    started.child.kill("SIGTERM");
    expect(await started.ended).toEqual([null, "SIGTERM"]);
  });

  it("goes on when a terminal changes its size while secrets are read", async () => {
    const { start } = await setUp();
    const server = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void server.closeAllConnections());
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const started = start(["--", "cat"], { A: "op://a/b/c", KEYWRIGHT_VAULT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    const [, response] = (await once(server, "request")) as [unknown, ServerResponse];
    started.child.kill("SIGWINCH");
    // It is sent again after a wait, when the signal has arrived.
    server.on("request", (_request, next: ServerResponse) => next.writeHead(401).end());
    response.writeHead(503).end();
    expect(await started.ended).toEqual([3, null]);
  });

  it("reads the standard input of this process", async () => {
    const { start } = await setUp();
    const started = start(["--", "cat"]);
    started.child.stdin?.end("a text\0with bytes");
    expect(await started.ended).toEqual([0, null]);
    expect(started.output.stdout).toBe("a text\0with bytes");
  });
});

describe("the output", () => {
  it("is masked on both outputs, across parts, in lines and encoded, and passes all other bytes", async () => {
    const { start } = await setUp();
    const started = start(["--", process.execPath, program("print")], { SECRET: "op://Build/Registry/key" });
    await started.saying("<");
    started.child.stdin?.write("go on\n");
    expect(await started.ended).toEqual([7, null]);
    expect(started.output.stdout).toBe(`\u00ff\u00fe\0<[secret]>\u00c3${"\n  [secret]".repeat(4)}\n[secret]\n{"secret":"[secret]"}\n`);
    expect(started.output.stderr).toBe("failed with [secret]");
  });

  it("is not held back until the end of a line", async () => {
    const { start } = await setUp();
    const started = start(["--", "sh", "-c", 'printf "Continue? "; read answer; echo "you said $answer"'], { A: "op://Build/Registry/token" });
    await started.saying("Continue? ");
    started.child.stdin?.end("yes\n");
    expect(await started.ended).toEqual([0, null]);
    expect(started.output.stdout).toBe("Continue? you said yes\n");
  });

  it("is not masked for secrets of fewer than four bytes, and a message names them", async () => {
    const { start } = await setUp();
    const started = start(show("A"), { A: "op://Production/Database/short" });
    expect(await started.ended).toEqual([0, null]);
    expect(shown(started)).toEqual({ A: SECRETS.short });
    expect(started.output.stderr).toBe("keywright-run: A has a secret of fewer than 4 bytes, which is not masked\n");
  });

  it("waits for a slow reader, and ends the command when the reader is gone", async () => {
    const { start } = await setUp();
    const started = start(["--", "sh", "-c", "yes; echo end $? >&2"]);
    started.child.stdout?.once("data", () => started.child.stdout?.destroy());
    expect((await started.ended)[0]).toBe(0);
    expect(started.output.stderr).toMatch(/end/);
  });

  it.runIf(process.platform === "linux").each([
    { options: [], code: 0, ends: 1 },
    { options: ["--watch"], code: 0, ends: 1 },
    { options: [], code: 5, ends: 5 },
  ])("that does not fit on a disk is an error, with $options and exit code $code", async ({ options, code, ends }) => {
    const { vault, folder } = await setUp();
    const line = [process.execPath, command, ...options, "--", "sh", "-c", `echo text; exit ${code}`];
    const env = { PATH: process.env["PATH"], A: "op://Production/Database/password", ...vault.env };
    const started = startProcess("sh", ["-c", 'exec "$@" > /dev/full', "sh", ...line], { cwd: folder, env });
    expect(await started.ended).toEqual([ends, null]);
    expect(started.output.stderr).toBe("keywright-run: the output of the command cannot be written: ENOSPC: no space left on device, write\n");
  });

  it.runIf(process.platform === "linux")("that is a script for a shell and does not fit on a disk ends with exit code 1", async () => {
    const folder = await folderForTest();
    const args = ["-c", 'exec "$@" > /dev/full', "sh", process.execPath, command, "completion", "bash"];
    expect(await startProcess("sh", args, { cwd: folder, env: {} }).ended).toEqual([1, null]);
  });
});

describe("secrets", () => {
  it.runIf(process.platform === "linux")("are in no command line, and in the environment of the command alone", async () => {
    const { start } = await setUp({ "a.env": "PASSWORD=op://Production/Database/password" });
    const started = start(["--env-file", "a.env", "--", process.execPath, program("look")]);
    expect(await started.ended).toEqual([0, null]);
    expect(started.output.stdout).toMatch(/^(clean;){2,}done$/);
  });
});
