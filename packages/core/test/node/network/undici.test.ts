import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { bundledProgram } from "@keywright/tool-test-kit/testing/bundled-program";
import { describe, expect, it } from "vitest";

const run = promisify(execFile);
const entry = pathToFileURL(bundledProgram(resolve(import.meta.dirname, "../../.."), "src/node.ts")).href;

/** Runs a program in a process where undici, if anything, is what it is told. */
async function runWith(undici: "nothing" | "an old one" | "one of Bun", program: string): Promise<unknown> {
  const hook =
    undici === "nothing"
      ? 'throw Object.assign(new Error("Cannot find package undici"), { code: "ERR_MODULE_NOT_FOUND" });'
      : 'return { url: "data:text/javascript,export class Agent {}; export class ProxyAgent {}", shortCircuit: true };';
  const hooks = `export function resolve(specifier, context, next) { if (/\\/undici\\//.test(specifier)) { ${hook} } return next(specifier, context); }`;
  const register = `import { register } from "node:module"; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`)});`;
  const inBun = undici === "one of Bun" ? 'Object.defineProperty(process.versions, "bun", { value: "1.4.5" }); ' : "";
  const source = `${inBun}const { nodeTransport } = await import(${JSON.stringify(entry)}); ${program}`;
  const { stdout } = await run(process.execPath, ["--import", `data:text/javascript,${encodeURIComponent(register)}`, "--input-type=module", "--eval", source]);
  return JSON.parse(stdout) as unknown;
}

const tell = "const told = (error) => console.log(JSON.stringify([error.name, error.code, error.message]));";

describe("without undici,", () => {
  it("the transport says what to install", async () => {
    expect(await runWith("nothing", `${tell} await nodeTransport().catch(told);`)).toEqual([
      "ConfigurationError",
      "invalid-configuration",
      'nodeTransport needs undici, which is not installed: npm install undici@7, or set withoutUndici to "fetch"',
    ]);
  });

  it("the platform's fetch sends the requests if the options say so", async () => {
    const program = `
      globalThis.fetch = async (url, init) => { console.log(JSON.stringify([url, init.method, init.redirect])); return new Response("{}"); };
      const transport = await nodeTransport({ withoutUndici: "fetch" });
      const { status } = await transport({ url: "http://127.0.0.1/a", method: "GET", headers: {}, body: undefined }, { signal: () => undefined, onCancel: () => {} });
      if (status !== 200) throw new Error(String(status));
      await transport.close();`;
    expect(await runWith("nothing", program)).toEqual(["http://127.0.0.1/a", "GET", "manual"]);
  });

  it("a proxy is not left out in silence", async () => {
    const program = `${tell} await nodeTransport({ withoutUndici: "fetch", proxy: "http://user:example-password@127.0.0.1:1" }).catch(told);`;
    expect(await runWith("nothing", program)).toEqual([
      "ConfigurationError",
      "invalid-configuration",
      "proxy needs undici, which is not installed: npm install undici@7, or omit proxy",
    ]);
  });

  it("a proxy of the environment is not left out in silence, and proxy: false leaves it out", async () => {
    const setting = 'process.env.HTTPS_PROXY = "http://user:example-password@127.0.0.1:1";';
    expect(await runWith("nothing", `${setting} ${tell} await nodeTransport({ withoutUndici: "fetch" }).catch(told);`)).toEqual([
      "ConfigurationError",
      "invalid-configuration",
      "the proxy of HTTPS_PROXY needs undici, which is not installed: npm install undici@7, or set the option proxy to false",
    ]);
    const program = `${setting} console.log(JSON.stringify(typeof (await nodeTransport({ withoutUndici: "fetch", proxy: false }))));`;
    expect(await runWith("nothing", program)).toBe("function");
  });

  it("one that is too old is rejected", async () => {
    expect(await runWith("an old one", `${tell} await nodeTransport({ withoutUndici: "fetch" }).catch(told);`)).toEqual([
      "ConfigurationError",
      "invalid-configuration",
      "the installed undici is too old: install undici 7",
    ]);
  });

  it("Bun's own counts as none", async () => {
    expect(await runWith("one of Bun", `${tell} await nodeTransport().catch(told);`)).toEqual([
      "ConfigurationError",
      "invalid-configuration",
      'nodeTransport needs undici, which Bun replaces with its own: run it in Node, or set withoutUndici to "fetch"',
    ]);
    expect(await runWith("one of Bun", 'console.log(JSON.stringify(typeof (await nodeTransport({ withoutUndici: "fetch" }))));')).toBe("function");
  });
});
