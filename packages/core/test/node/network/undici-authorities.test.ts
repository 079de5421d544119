import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { bundledProgram } from "@keywright/tool-test-kit/testing/bundled-program";
import { describe, expect, it, onTestFinished } from "vitest";
import { createAuthority } from "./certificates.ts";
import { authority, serveTls } from "./http-server.ts";
import { listThings, open } from "./transport-support.ts";

describe("certificate authorities on the Node transport", () => {
  it.each([
    ["text", authority.cert],
    ["bytes", Buffer.from(authority.cert)],
    ["one of some", [createAuthority("Another authority").cert, authority.cert]],
  ])("one of an option is trusted: as %s", async (_how, ca) => {
    expect(await listThings(await serveTls(), await open({ ca }))).toEqual([]);
  });

  it("one of no option is not trusted, and nothing is sent", async () => {
    await expect(listThings(await serveTls(), await open({}))).rejects.toMatchObject({ code: "untrusted-connection", outcome: "not-sent" });
    const { cert: ca } = createAuthority("Another authority");
    await expect(listThings(await serveTls(), await open({ ca }))).rejects.toMatchObject({ code: "untrusted-connection", outcome: "not-sent" });
  });
});

describe("NODE_EXTRA_CA_CERTS", () => {
  const entry = pathToFileURL(bundledProgram(resolve(import.meta.dirname, "../../.."), "src/node.ts")).href;

  /** Asks in a process of its own, because Node reads the variable when it starts. */
  async function askWith(options: string, url: string): Promise<unknown> {
    const folder = await mkdtemp(join(tmpdir(), "extra-ca-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, "ca.pem"), authority.cert);
    const program = `
      import { nodeTransport } from ${JSON.stringify(entry)};
      const transport = await nodeTransport(${options});
      const answer = await transport.fetch(${JSON.stringify(url)}, {}).then(({ status }) => status, ({ code }) => code);
      console.log(JSON.stringify(answer));
      await transport.close();`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, "ca.pem") },
    });
    return JSON.parse(stdout) as unknown;
  }

  it("is trusted, in addition to the authorities of Node", async () => {
    expect(await askWith("{}", await serveTls())).toBe(200);
  });

  it("is not trusted if ca is set, which replaces every other authority", async () => {
    const { cert } = createAuthority("Another authority");
    expect(await askWith(JSON.stringify({ ca: cert }), await serveTls())).toBe("UNABLE_TO_VERIFY_LEAF_SIGNATURE");
  });
});
