import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";

type Files = { readonly [file: string]: string };

const operations = (names: readonly string[]): string => `export const operations = { ${names.map((name) => `${name}: { id: "${name}" }`).join(", ")} };`;
const document = (names: readonly string[]): string =>
  JSON.stringify({ paths: Object.fromEntries(names.map((name) => [`/${name}`, { get: { operationId: name } }])) });

const EXPORTS = { ".": "./src/index.ts", "./operations": "./src/generated/operations.ts" };
const PUBLISHED = {
  exports: { ".": "./dist/index.js", "./operations": { types: "./dist/generated/operations.d.ts", default: "./dist/generated/operations.js" } },
};

/** The files of a client that keeps every rule. */
function client(service: string): Files {
  const Service = `${service.charAt(0).toUpperCase()}${service.slice(1)}`;
  const name = `get${Service}Thing`;
  const factory = `create${Service}Client`;
  return {
    [`specs/${service}/openapi.yaml`]: "openapi: 3.1.0",
    [`packages/${service}/package.json`]: JSON.stringify({
      name: `@keywright/${service}`,
      version: "1.0.0",
      type: "module",
      exports: EXPORTS,
      publishConfig: PUBLISHED,
      scripts: { generate: `generate ../../specs/${service}/openapi.yaml` },
    }),
    [`packages/${service}/tsconfig.build.json`]: '{ "include": ["src"] }',
    [`packages/${service}/turbo.json`]: JSON.stringify({ tasks: { generate: { inputs: [`specs/${service}/**`] } } }),
    [`packages/${service}/README.md`]: "",
    [`packages/${service}/src/index.ts`]: `export const ${factory} = (options: { baseUrl: string }) => ({ ${name}: () => options, raw: { ${name}: () => options } });`,
    [`packages/${service}/src/generated/client.ts`]: "",
    [`packages/${service}/src/generated/index.ts`]: "",
    [`packages/${service}/src/generated/README.md`]: "",
    [`packages/${service}/src/generated/openapi.json`]: document([name]),
    [`packages/${service}/src/generated/operations.ts`]: operations([name]),
    [`packages/${service}/test/get-${service}-thing.test.ts`]: "",
    [`packages/${service}/test/types.test-d.ts`]: "",
  };
}

const NAMES = ["alpha", "beta", "gamma"];
const CLIENTS: Files = Object.assign({}, ...NAMES.map((service) => client(service)));

/** Runs the command on a project of three clients; `undefined` takes a file away. */
async function check(changes: { readonly [file: string]: string | undefined }) {
  const root = await mkdtemp(join(tmpdir(), "keywright-structure-"));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const [file, text] of Object.entries({ ...CLIENTS, ...changes })) {
    if (text === undefined) continue;
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
  // Its modules are ESM, as those of the project are.
  await writeFile(join(root, "package.json"), '{ "type": "module" }');
  const tool = resolve(import.meta.dirname, "..");
  const run = promisify(execFile)(process.execPath, ["--import", "tsx", "src/cli.ts", root], { cwd: tool });
  const { stdout, code = 0 } = (await run.catch((failure: unknown) => failure)) as { readonly stdout: string; readonly code?: number };
  const lines = stdout.trim().split("\n");
  return { lines: lines.slice(0, -1), last: lines.at(-1), code };
}

describe("the structure check", { timeout: 20_000 }, () => {
  it("finds nothing where names and files agree", async () => {
    expect(await check({})).toEqual({ lines: [], last: "3 names in 5 places, 0 findings", code: 0 });
  });

  it("finds what is missing, too much or different, each on a line", async () => {
    const { lines, last, code } = await check({
      "packages/alpha/src/generated/operations.ts": operations(["getAlphaThing", "getOld"]),
      "packages/beta/README.md": undefined,
      "packages/beta/src/other.ts": "",
      "packages/gamma/turbo.json": JSON.stringify({ tasks: { generate: { inputs: [] } } }),
      "packages/gamma/test/types.test-d.ts": undefined,
      "packages/emulator/src/lib/gamma/handlers.ts": "export const handlers = { getOther: () => 1 };",
    });
    expect(lines).toEqual([
      "packages/alpha/src/generated/operations.ts: getOld is in the operation table, the contract has no such operation; run pnpm generate, or remove it.",
      "packages/emulator/src/lib/gamma/handlers.ts: getGammaThing is missing in the emulator's handlers, the contract has it; run pnpm generate, or add it.",
      "packages/emulator/src/lib/gamma/handlers.ts: getOther is in the emulator's handlers, the contract has no such operation; run pnpm generate, or remove it.",
      "packages/alpha/src/other.ts: it is missing, the other clients have it; add it, or remove it there.",
      "packages/beta/README.md: it is missing, the other clients have it; add it, or remove it there.",
      "packages/gamma/src/other.ts: it is missing, the other clients have it; add it, or remove it there.",
      "packages/gamma/test/types.test-d.ts: there is no test of the types; write what must compile and what must not.",
      'packages/gamma/turbo.json: tasks > generate > inputs is [], the other clients have ["specs/<service>/**"]; make them the same.',
    ]);
    expect(last).toBe("3 names in 6 places, 8 findings");
    expect(code).toBe(1);
  });

  it("asks the emulator for no handler of an operation without a path, and the client for its method and test", async () => {
    const unbound = { components: { pathItems: { Bell: { post: { operationId: "fireBell" } } } } };
    const contract = { ...(JSON.parse(CLIENTS["packages/gamma/src/generated/openapi.json"] ?? "") as object), ...unbound };
    const { lines } = await check({
      "packages/gamma/src/generated/openapi.json": JSON.stringify(contract),
      "packages/gamma/src/generated/operations.ts": operations(["getGammaThing", "fireBell"]),
      "packages/emulator/src/lib/gamma/handlers.ts": "export const handlers = { getGammaThing: () => 1 };",
    });
    expect(lines).toEqual([
      "packages/gamma/src/index.ts: fireBell is missing in the client's methods, the contract has it; run pnpm generate, or add it.",
      "packages/gamma/src/index.ts: fireBell is missing in the client's raw methods, the contract has it; run pnpm generate, or add it.",
      "packages/gamma/test/fire-bell.test.ts: there is no test of fireBell; write one that shows the exact request and each answer.",
    ]);
  });

  it("finds entries and members of package.json that differ", async () => {
    const manifest = {
      name: "@keywright/beta",
      type: "module",
      exports: { ...EXPORTS, "./node": "./src/node.ts" },
      publishConfig: PUBLISHED,
      scripts: { generate: "generate" },
    };
    const { lines } = await check({ "packages/beta/package.json": JSON.stringify(manifest) });
    expect(lines).toEqual([
      "packages/beta/package.json: version is missing, the other clients have a value of its own; make them the same.",
      'packages/beta/package.json: scripts > generate is "generate", the other clients have "generate ../../specs/<service>/openapi.yaml"; make them the same.',
      'packages/beta/package.json: exports > ./node is "./src/node.ts", the other clients have none; make them the same.',
    ]);
  });

  it("finds an entry without its generated module, and a generated module without its entry", async () => {
    const manifest = JSON.parse(CLIENTS["packages/beta/package.json"] ?? "") as object;
    const exports = { ...EXPORTS, "./feeds": "./src/generated/feeds.ts" };
    const published = { exports: { ...PUBLISHED.exports, "./feeds": { types: "./dist/generated/feeds.d.ts", default: "./dist/generated/feeds.js" } } };
    const { lines, code } = await check({
      "packages/beta/package.json": JSON.stringify({ ...manifest, exports, publishConfig: published }),
      "packages/gamma/src/generated/values.ts": "",
    });
    expect(lines).toEqual([
      "packages/beta/package.json: exports names the generated module feeds, and packages/beta/src/generated/feeds.ts is missing; run pnpm generate, or remove the entry.",
      "packages/beta/package.json: publishConfig.exports names the generated module feeds, and packages/beta/src/generated/feeds.ts is missing; run pnpm generate, or remove the entry.",
      "packages/gamma/package.json: exports does not name packages/gamma/src/generated/values.ts; add the entry ./values.",
      "packages/gamma/package.json: publishConfig.exports does not name packages/gamma/src/generated/values.ts; add the entry ./values.",
    ]);
    expect(code).toBe(1);
  });

  it("says that a client cannot be read, and goes on", async () => {
    const { lines, code } = await check({ "packages/alpha/src/index.ts": "export {};" });
    expect(lines).toEqual([expect.stringContaining("packages/alpha: its names cannot be read: packages/alpha/src/index.ts must export createAlphaClient")]);
    expect(code).toBe(1);
  });

  it("finds a contract without a package, and says how to make it", async () => {
    const { lines, last } = await check({ "specs/delta/openapi.yaml": "openapi: 3.1.0" });
    expect(lines).toEqual(["packages/delta: there is no package for specs/delta/openapi.yaml; run npx pnpm service delta."]);
    expect(last).toBe("3 names in 5 places, 1 findings");
  });

  it("finds that there is no contract at all", async () => {
    const none = Object.fromEntries(NAMES.map((service) => [`specs/${service}/openapi.yaml`, undefined]));
    expect(await check({ ...none, "specs/README.md": "" })).toMatchObject({ last: "0 names in 0 places, 1 findings", code: 1 });
  });
});
