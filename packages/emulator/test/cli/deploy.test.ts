import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readArguments } from "../../src/lib/cli/serve/arguments.ts";
import { ask, start, temporaryFile } from "./support.ts";

const read = (name: string): Promise<string> => readFile(new URL(`../../deploy/${name}`, import.meta.url), "utf8");
const dockerfile = await read("Dockerfile");
const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
const listOf = (instruction: string): string[] => JSON.parse(new RegExp(`^${instruction} (\\[.+)$`, "m").exec(last)?.[1] ?? "[]") as string[];

describe("the Dockerfile", () => {
  test("starts the built command as a user without privileges, on the ports that it exposes", async () => {
    const manifest = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8")) as { readonly publishConfig: { readonly bin: object } };
    const [file = ""] = Object.values<string>({ ...manifest.publishConfig.bin });
    expect(listOf("ENTRYPOINT")).toEqual(["node", join("/app/node_modules/@keywright/emulator", file)]);
    expect(last).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
    expect(readArguments(listOf("CMD"))).toMatchObject({ port: 4010, host: "0.0.0.0", allowedHosts: ["keywright"] });
    expect(last).toContain("\nEXPOSE 4010 4011 4012\n");
  });

  test("asks for the health of the vault, which needs no token", async () => {
    const { vault } = (await start()).ready;
    expect(last).toMatch(/^HEALTHCHECK .*'http:\/\/127\.0\.0\.1:4011\/heartbeat'/m);
    expect((await fetch(`${vault.baseUrl}/heartbeat`)).status).toBe(200);
  });
});

test("the compose file starts the command with its seed, and its program has the address and the token", async () => {
  const { services, configs } = parse(await read("compose.yaml")) as {
    readonly services: {
      readonly keywright: { readonly command: readonly string[] };
      readonly program: { readonly environment: { readonly [name: string]: string } };
    };
    readonly configs: { readonly seed: { readonly content: string } };
  };
  const seed = await temporaryFile("seed.yaml", configs.seed.content);
  const replaced: { readonly [word: string]: string } = {
    "/etc/keywright/seed.yaml": seed,
    "/data": join(dirname(seed), "data"),
    "0.0.0.0": "127.0.0.1",
    "4010": "0",
  };
  const { ready } = await start(...services.keywright.command.map((word) => replaced[word] ?? word));
  const { KEYWRIGHT_VAULT_URL: url, KEYWRIGHT_VAULT_TOKEN: token = "" } = services.program.environment;
  expect(url).toBe("http://keywright:4011");
  expect(await (await ask(`${ready.vault.baseUrl}/v1/vaults`, token)).json()).toMatchObject([{ name: "Production" }]);
});
