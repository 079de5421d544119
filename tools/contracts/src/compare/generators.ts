import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { generate } from "@keywright/generate";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";

/** The folder where the other generators are installed. */
export const PINS = join(import.meta.dirname, "../../pins");

/** A generator, configured as its documentation shows. */
export interface Generator {
  readonly name: string;
  /** Packages whose versions the table shows. */
  readonly packages: readonly string[];
  /** Name of the file in `programs` that calls its client. */
  readonly program: string;
  /** Writes the client of a contract to a folder. */
  write(contract: string, folder: string): Promise<void>;
}

/** The generators to compare, Keywright first. */
export const GENERATORS: readonly Generator[] = [
  {
    name: "Keywright",
    packages: [],
    program: "keywright",
    async write(contract, folder) {
      await mkdir(folder, { recursive: true });
      for (const [name, content] of Object.entries(await generate(contract, { house: false, service: "petshop" })))
        await writeFile(join(folder, name), content);
    },
  },
  {
    name: "openapi-typescript",
    packages: ["openapi-typescript", "openapi-fetch"],
    program: "openapi-typescript",
    write: (contract, folder) => generateBy("openapi-typescript", [contract, "--output", join(folder, "schema.ts")], folder),
  },
  {
    name: "hey-api",
    packages: ["@hey-api/openapi-ts"],
    program: "hey-api",
    write: (contract, folder) => generateBy("openapi-ts", ["--input", contract, "--output", folder], folder),
  },
  {
    name: "orval",
    packages: ["orval"],
    program: "orval",
    write: (contract, folder) => generateBy("orval", ["--input", contract, "--output", join(folder, "client.ts"), "--client", "fetch"], folder),
  },
  {
    name: "kubb",
    packages: ["@kubb/cli"],
    program: "kubb",
    async write(contract, folder) {
      const { resolve } = createRequire(join(PINS, "package.json"));
      const load = (name: string, imported: string): string => `import { ${imported} } from ${JSON.stringify(pathToFileURL(resolve(name)).href)};\n`;
      const config = join(folder, "../kubb.config.mjs");
      await writeFile(
        config,
        `${load("@kubb/core", "defineConfig")}${load("@kubb/plugin-oas", "pluginOas")}${load("@kubb/plugin-ts", "pluginTs")}${load("@kubb/plugin-client", "pluginClient")}
export default defineConfig({
  root: ${JSON.stringify(join(folder, ".."))},
  input: { path: ${JSON.stringify(contract)} },
  output: { path: "generated", clean: true, format: false, lint: false },
  plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ client: "fetch" })],
});
`,
      );
      await generateBy("kubb", ["generate", "--config", config], join(folder, ".."));
    },
  },
  {
    name: "redocly generate-client",
    packages: ["@redocly/cli"],
    program: "redocly",
    write: (contract, folder) => generateBy("redocly", ["generate-client", contract, "--output", join(folder, "client.ts")], folder),
  },
];

async function generateBy(program: string, parameters: readonly string[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { ok, output } = await runCommand(join(PINS, "node_modules/.bin", program), parameters, { folder, timeoutMs: 120_000 });
  if (!ok) throw new Error(`${program} ${parameters.join(" ")} failed:\n${output}`);
}
