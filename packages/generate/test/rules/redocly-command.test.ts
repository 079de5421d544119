import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { writeMini } from "./mini-contract.ts";

const require = createRequire(import.meta.url);
const command = require.resolve("@redocly/cli/bin/cli.js");
const config = resolve(import.meta.dirname, "../../../../specs/redocly.yaml");

it("the redocly command finds what our own check finds", async () => {
  const mini = await writeMini(["x-retry: never", "x-retry: safe # write"]);
  const run = promisify(execFile)(process.execPath, [command, "lint", "--config", config, "--format", "json", mini.file], {
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
  const { stdout } = await run.catch((failure: { readonly stdout: string }) => failure);
  const { problems } = JSON.parse(stdout) as { readonly problems: readonly { readonly ruleId: string; readonly message: string }[] };
  expect(problems).toEqual([expect.objectContaining({ ruleId: "keywright/operation-retry", message: expect.stringContaining("must be x-retry: never") })]);
});
