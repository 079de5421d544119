import { describe, expect, it } from "vitest";
import { UsageError } from "@keywright/cli-kit";
import { readArguments } from "../src/lib/command/arguments.ts";

const NONE = { proxy: undefined, ca: undefined, allowInsecureHttp: false };
const RUN = {
  name: "run",
  network: NONE,
  scheme: "op",
  json: false,
  command: "node",
  args: ["a.js"],
  envFiles: [],
  envFrom: [],
  masking: true,
  tty: false,
  keepToken: false,
  graceMs: 10_000,
  watch: undefined,
};
const INJECT = { name: "inject", network: NONE, scheme: "op", json: false, template: undefined, output: undefined, mode: 0o600, watch: undefined };
const WATCH = { pollMs: 60_000, signal: undefined, minIntervalMs: 60_000 };

describe("the arguments", () => {
  it.each([
    ["-- node a.js", RUN],
    [
      "--env-file a --env-file=b --no-masking --keep-token --scheme vault --json -- node a.js",
      { ...RUN, envFiles: ["a", "b"], masking: false, keepToken: true, scheme: "vault", json: true },
    ],
    ["-- node a.js --watch -- --help", { ...RUN, args: ["a.js", "--watch", "--", "--help"] }],
    ["run -f a.env -- node a.js", { ...RUN, envFiles: ["a.env"] }],
    [
      "--env-from op://P/App --env-from APP_=op://P/App/database -- node a.js",
      {
        ...RUN,
        envFrom: [
          { prefix: "", reference: "op://P/App" },
          { prefix: "APP_", reference: "op://P/App/database" },
        ],
      },
    ],
    ["--tty -- node a.js", { ...RUN, tty: true }],
    ["--files dir -- node a.js", { ...RUN, files: "dir" }],
    ["--watch -- node a.js", { ...RUN, watch: WATCH }],
    [
      "--watch --poll 5 --signal hup --min-interval 0 --grace 0.5 -- node a.js",
      { ...RUN, graceMs: 500, watch: { pollMs: 5000, signal: "SIGHUP", minIntervalMs: 0 } },
    ],
    ["inject", INJECT],
    ["inject a -o b --mode 0640 --watch", { name: "inject", network: NONE, scheme: "op", json: false, template: "a", output: "b", mode: 0o640, watch: WATCH }],
    ["inject -i a -o b", { name: "inject", network: NONE, scheme: "op", json: false, template: "a", output: "b", mode: 0o600, watch: undefined }],
    ["read op://a/b/c -n", { name: "read", network: NONE, scheme: "op", json: false, reference: "op://a/b/c", newline: false }],
    [
      "check --env-file a b c --json --allow-insecure-http",
      { name: "check", network: { ...NONE, allowInsecureHttp: true }, scheme: "op", json: true, envFiles: ["a"], envFrom: [], templates: ["b", "c"] },
    ],
    ["--proxy http://proxy.example.com --ca a.pem -- node a.js", { ...RUN, network: { ...NONE, proxy: "http://proxy.example.com", ca: "a.pem" } }],
    ["--offline-copy a --max-age 90m --offline-after 0.5s -- node a.js", { ...RUN, offline: { path: "a", maxAgeMs: 5_400_000, afterMs: 500 } }],
    ["inject --offline-copy a", { ...INJECT, offline: { path: "a", maxAgeMs: 86_400_000, afterMs: 5000 } }],
    ["completion zsh", { name: "completion", shell: "zsh" }],
    ["inject --help", { name: "help" }],
    ["-V", { name: "version" }],
  ])("%s", (line, settings) => {
    expect(readArguments(line.split(" "))).toEqual(settings);
  });

  const TOKEN = "because other users can read a command line. Set KEYWRIGHT_VAULT_TOKEN or KEYWRIGHT_VAULT_TOKEN_FILE";

  it.each([
    ["", "name the command after --, such as keywright-run -- node server.js"],
    ["node a.js", "the first argument must be run, inject, read, check or completion, or -- before a command to run"],
    ["--token sentinel -- node", `--token is not an option, ${TOKEN}`],
    ["--vault-password=sentinel -- node", `--vault-password is not an option, ${TOKEN}`],
    ["--port 80 -- node", "--port is not an option of keywright-run; write the options of the command after --"],
    ["--wath -- node", "--wath is not an option of keywright-run; did you mean --watch?"],
    ["--envfile a -- node", "--envfile is not an option of keywright-run; did you mean --env-file?"],
    ["--out a -- node", "--out is not an option of keywright-run; did you mean --output?"],
    ["--env-file -- node", "Option '-f, --env-file <value>' argument missing"],
    ["--env-file= -- node", "--env-file, --in-file, --output, --files and --offline-copy must be a name; got an empty one"],
    ["--scheme op:// -- node", "--scheme must be a scheme without ://, such as op; got op://"],
    ["--tty --no-masking -- node", "--tty is for masked output; with --no-masking, the command has the terminal itself"],
    ["--poll 5 -- node", "--poll needs --watch"],
    ["--watch --poll 0 -- node", "--poll takes seconds from 1 to 86400, or a duration such as 90s, 15m, 24h, 7d or 2w; got 0"],
    ["--watch --poll -1 -- node", /^Option '--poll' argument is ambiguous$/],
    ["--watch --signal KIL -- node", "--signal takes the name of a signal, such as HUP; got KIL"],
    ["--output a -- node", "--output is not an option of a command to run"],
    ["inject a --env-file b", "--env-file is not an option of inject"],
    ["inject a b", "inject takes one template; got 2"],
    ["inject a -i b", "inject takes one template; got 2"],
    ["inject --in-file= -o b", "--env-file, --in-file, --output, --files and --offline-copy must be a name; got an empty one"],
    ["--max-age 1h -- node", "--max-age needs --offline-copy FILE"],
    ["--offline-copy a --max-age 1y -- node", "--max-age takes seconds from 0.001, or a duration such as 90s, 15m, 24h, 7d or 2w; got 1y"],
    ["--offline-copy a --offline-after 0s -- node", "--offline-after takes seconds from 0.001 to 86400, or a duration such as 90s, 15m, 24h, 7d or 2w; got 0s"],
    ["check --offline-copy a", "--offline-copy is not an option of check"],
    ["run node a.js", "write the command after --, such as keywright-run run -- node server.js"],
    ["-i a -- node", "--in-file is not an option of a command to run"],
    ["inject a -- node", "inject starts no command: remove what follows --"],
    ["inject a --watch", "inject --watch needs the name of a template and --output FILE"],
    ["inject a --mode 0640", "--mode needs --output FILE"],
    ["inject a -o b --mode rw", "--mode must be three octal digits, such as 0640; got rw"],
    ["inject a -o b --watch --signal HUP", "--signal is not an option of inject"],
    ["read", "read needs a reference, such as op://Production/Database/password"],
    ["read op://A/Finance portal/x", "read takes one reference, in quotes if it has spaces; got 2"],
    ["completion tcsh", "completion takes one of bash, zsh, fish"],
  ])("%j is an error", (line, message) => {
    expect(() => readArguments(line === "" ? [] : line.split(" "))).toThrow(message);
  });

  it.each(["sentinel", "op://sentinel", "op://a/b/c/sentinel", "op://a//sentinel", "9=op://a/sentinel", "op://a/b?attribute=otp"])(
    "--env-from %s is an error that does not repeat it",
    (text) => {
      const message = "--env-from must be op://vault/item or op://vault/item/section, also after a prefix such as APP_=";
      expect(() => readArguments(["--env-from", text, "--", "node"])).toThrow(new UsageError(message));
    },
  );
});
