import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createServers, environmentOf, fetchOf, reportsOf, runIn, urlOf } from "./support.ts";

const VAULT = ["--vault", "https://vault.example.com"];
const ID = "iihcwjkpp63v2nsmo436sdbeuu";
const nothing = (): Promise<Response> => Promise.reject(new Error("no request was expected"));

describe("arguments that are not valid", () => {
  it.each([
    [[], "name a server by --vault, --management or --events"],
    [["vault"], "expected options only, such as --vault https://vault.example.com"],
    [
      [...VAULT, "--token", "sentinel-secret"],
      "--token is not an option, because other users can read a command line. Set a variable such as KEYWRIGHT_VAULT_TOKEN",
    ],
    [[...VAULT, "--client-secret=sentinel-secret"], "--client-secret is not an option, because other users can read a command line"],
    [
      ["--vault", "https://me:sentinel-secret@vault.example.com"],
      "--vault must not hold a user name or password; set a variable such as KEYWRIGHT_VAULT_TOKEN",
    ],
    [["--vault", "https://vault.example.com?token=sentinel-secret"], "--vault must not hold a query or fragment"],
    [["--vault", "http://vault.example.com"], "--vault is http://, which would send credentials in clear text"],
    [["--vault", "vault.example.com"], "--vault must be an address, such as https://vault.example.com"],
    [[...VAULT, "--tier", "all"], "--tier must be one of read, write, faults; got all"],
    [[...VAULT, "--tier", "write"], "--tier write needs something that may be written to: --disposable-vault,"],
    [[...VAULT, "--disposable-vault", "Production"], "--disposable-vault must be the id of a vault"],
    [[...VAULT, "--disposable-vault", ID, "--foreign-vault", ID], "--disposable-vault and --foreign-vault must be two vaults"],
    [[...VAULT, "--disposable-person", "42"], "--disposable-person must be the primary email address of a person"],
    [[...VAULT, "--format", "xml"], "--format must be one of text, json, junit; got xml"],
    [[...VAULT, "--timeout", "soon"], "--timeout takes seconds from 0.001 to 600, or a duration such as 90s, 15m, 24h, 7d or 2w; got soon"],
    [[...VAULT, "--verbose"], "--verbose is not an option of keywright-conformance. Try "],
    [[...VAULT, "--formt", "text"], "--formt is not an option of keywright-conformance; did you mean --format? Try "],
    [[...VAULT, "--out"], "Option '--out <value>' argument missing"],
  ])("%j", async (args, message) => {
    const ended = await runIn(args, { KEYWRIGHT_VAULT_TOKEN: "example-token" }, nothing);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain(`error: ${message}`);
    expect(ended.stderr).not.toContain("sentinel-secret");
  });
});

it("missing credentials are named by their variables", async () => {
  const ended = await runIn(VAULT, {}, nothing);
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain("KEYWRIGHT_VAULT_TOKEN or KEYWRIGHT_VAULT_TOKEN_FILE");
});

it("a token can be in a file", async () => {
  const folder = await temporaryFolder();
  const servers = createServers();
  await writeFile(join(folder, "token"), `${servers.vault.token}\n`);
  expect(await runIn(urlOf("vault"), { KEYWRIGHT_VAULT_TOKEN_FILE: join(folder, "token") }, fetchOf(servers))).toMatchObject({ code: 0 });
});

it("prints help and version without a request", async () => {
  expect(await runIn(["--help"], {}, nothing)).toMatchObject({ code: 0, stdout: expect.stringContaining("Usage: keywright-conformance") });
  expect(await runIn(["--version"], {}, nothing)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

it("the text says for each rule whether it held, and shows the exchange of a broken one with masked credentials", async () => {
  const servers = createServers();
  servers.vault.inject({ operationId: "getHeartbeat", response: { status: 418, body: { note: servers.vault.token } }, times: "always" });
  const { code, stdout } = await runIn(urlOf("vault"), environmentOf(servers), fetchOf(servers));
  expect(code).toBe(1);
  expect(stdout).toMatch(/^vault https:\/\/vault\.example\.com: \d+ held, \d+ broken, \d+ not tested$/m);
  expect(stdout).toMatch(/^ {4}held {8}filter {12}filters by name$/m);
  expect(stdout).toMatch(/^ {4}not tested {2}jti {15}jti distinguishes the tokens of an account\n +it needs two tokens of one account$/m);
  expect(stdout).toMatch(/^ {2}\d+ rules need --tier write\n {2}\d+ rules need --tier faults$/m);
  expect(stdout).not.toContain("returns the item as it is stored");
  expect(stdout).toMatch(/^ {4}broken {6}response .*\n +→ the status 418 is not documented: expected 200\n +> GET https:\/\/vault\.example\.com\/heartbeat$/m);
  expect(stdout).toContain('< {"note":"[secret]"}');
  expect(stdout).not.toContain(servers.vault.token);
});

it("writes JUnit into a file, with a failure and what was not tested", async () => {
  const folder = await temporaryFolder();
  const servers = createServers();
  servers.vault.inject({ operationId: "getHeartbeat", response: { status: 418, body: { note: '<&"\u0000' } }, times: "always" });
  const file = join(folder, "report.xml");
  expect(await runIn([...urlOf("vault"), "--format", "junit", "--out", file], environmentOf(servers), fetchOf(servers))).toMatchObject({ code: 1, stdout: "" });
  const text = await readFile(file, "utf8");
  expect(text).toMatch(/<testsuite name="vault\.getHeartbeat" tests="2" failures="\d" skipped="\d">/);
  expect(text).toMatch(/<testcase classname="vault\.listVaults" name="filter: filters by name"\/>/);
  expect(text).toMatch(/name="stored: [^"]*"><skipped message="add --tier write"><\/skipped><\/testcase>/);
  expect(text).toMatch(/<failure message="the status 418 is not documented: expected 200">&gt; GET /);
  expect(text).toContain("&lt;&amp;");
  expect(text).not.toContain("\u0000");
});

it("the report of a client's run has none of its secrets, also if a response repeats them", async () => {
  const servers = createServers();
  const environment = environmentOf(servers);
  const secret = environment["KEYWRIGHT_MANAGEMENT_CLIENT_SECRET"] ?? "";
  const ended = await runIn([...urlOf("management"), "--tier", "faults", "--format", "json"], environment, async (url, init) => {
    const response = await fetchOf(servers)(url, init);
    const body = new TextDecoder().decode(init.body as Uint8Array | undefined);
    const authorization = new Headers(init.headers).get("authorization");
    return response.status === 200 && !url.endsWith("/categories") && !url.endsWith("/token")
      ? Response.json({ body, authorization, secret }, { status: 418 })
      : response;
  });
  expect(reportsOf(ended)[0]?.results.filter(({ outcome }) => outcome === "broken").length).toBeGreaterThan(0);
  for (const value of [secret, ...servers.management.store.tokens.list().map((token) => token.value)]) expect(ended.stdout).not.toContain(value);
});

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "conformance-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
