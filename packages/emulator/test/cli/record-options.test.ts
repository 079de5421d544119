import { describe, expect, test } from "vitest";
import { runToEnd, temporaryFile } from "./support.ts";

describe("the options of keywright-emulator record", () => {
  test.each([
    [[], /^--out must be the path of a new file/],
    [["--out", "x"], /^--upstream must be an address such as https:/],
    [["--out", "x", "--upstream", "vault"], /^--upstream must be an address/],
    [["--out", "x", "--upstream", "http://vault.example.com"], /^--upstream must be https, because http would send credentials in the clear/],
    [["--out", "x", "--upstream", "https://a:b@vault.example.com"], /^--upstream must not have credentials/],
    [["--out", "x", "--upstream", "https://vault.example.com", "--service", "vaults"], /^--service vaults is not known; did you mean vault\?/],
    [["--out", "x", "--upstream", "https://vault.example.com", "--port", "x"], /^--port must be a whole number/],
  ])("%j: 2, with the reason and the usage", async (args, reason) => {
    const { code, complained } = await runToEnd("record", ...args);
    expect([code, complained]).toEqual([2, expect.stringMatching(reason)]);
    expect(complained).toContain("Usage: keywright-emulator record");
  });

  test("a file that exists is never overwritten: 1", async () => {
    const path = await temporaryFile("cassette.json", "mine");
    const ended = await runToEnd("record", "--upstream", "http://127.0.0.1:9", "--out", path);
    expect(ended).toEqual({ code: 1, printed: "", complained: `${path}: the file exists; choose another name, or delete it\n` });
  });

  test("--help prints the usage", async () => {
    expect(await runToEnd("record", "--help")).toMatchObject({ code: 0, printed: expect.stringMatching(/^Usage: keywright-emulator record /) });
  });
});
