import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import type { CommandUse } from "./use-commands.ts";

const REFERENCES = [
  "Production/Finance portal/username",
  "op://Production/Finance portal/password",
  "op://Production/Finance portal/Security/one-time password?attribute=otp",
  "op://Production/Exchange rate service/credential",
  "op://Production/Build server/admin",
  "op://Production/Reporting database/server",
  "op://Production/Deployment key/private key",
  "op://Team/Team login 1/username",
  "op://Team/Team login 2/password",
];

/** A program that changes one of its passwords, and waits for its restart with the new one. It prints its secrets each time. */
const PROGRAM = `
import { appendFileSync, existsSync } from "node:fs";
const { env } = process;
console.log(Object.keys(env).filter((name) => name.startsWith("SECRET_") && env[name] !== "" && !env[name].includes("op://")).length, env.SECRET_0, env.ROTATED);
const isRestarted = existsSync("started");
appendFileSync("started", "");
if (isRestarted) process.exit(7);
const call = async (path, init) => {
  const response = await fetch(env.KEYWRIGHT_VAULT_URL + "/v1" + path, { ...init, headers: { authorization: "Bearer " + env.KEYWRIGHT_VAULT_TOKEN, "content-type": "application/json" } });
  if (!response.ok) throw new Error(path + " returned " + response.status);
  return response.json();
};
const { id: vault } = (await call("/vaults")).find(({ name }) => name === "Team");
const { id } = (await call("/vaults/" + vault + "/items")).find(({ title }) => title === "Team login 1");
const { fields } = await call("/vaults/" + vault + "/items/" + id);
const field = fields.find(({ purpose }) => purpose === "PASSWORD").id;
const body = JSON.stringify([{ op: "replace", path: "/fields/" + field + "/value", value: "rotated-" + crypto.randomUUID() }]);
await call("/vaults/" + vault + "/items/" + id, { method: "PATCH", body });
setInterval(() => {}, 1e6);
`;

/**
 * Runs a program with ten references in two vaults, masked, and changes one of the secrets while it runs.
 *
 * @returns A summary.
 * @throws Error with its output if a result is wrong.
 */
export async function useRun({ runtime: { command, parameters }, program, folder, services: { vault } }: CommandUse): Promise<string> {
  const place = await mkdtemp(join(folder, "run-"));
  const lines = REFERENCES.map((reference, index) => `SECRET_${index}=${index === 0 ? `"user {{ ${reference} }}"` : reference}`);
  await writeFile(join(place, "app.env"), [...lines, "ROTATED=op://Team/Team login 1/password", ""].join("\n"));
  await writeFile(join(place, "program.mjs"), PROGRAM);
  const environment = { KEYWRIGHT_VAULT_URL: vault.baseUrl, KEYWRIGHT_VAULT_TOKEN: vault.token };
  const run = (...words: string[]): ReturnType<typeof runCommand> =>
    runCommand(command, [...parameters, program, ...words], { folder: place, environment, timeoutMs: 60_000 });
  const checked = await run("check", "-f", "app.env");
  if (!checked.ok || !/^ROTATED: .* \(version \d+\)$/m.test(checked.output)) throw new Error(`check must print ten versions\n${checked.output}`);
  const { output } = await run("-f", "app.env", "--keep-token", "--watch", "--poll", "1", "--", process.execPath, "program.mjs");
  const starts = output.split("\n").filter((line) => line === "9 user [secret] [secret]").length;
  if (starts !== 2 || !output.includes("the command is restarted")) throw new Error(`expected two starts with masked secrets\n${output}`);
  return "ten secrets of two vaults, masked, and a restart with a new one";
}
