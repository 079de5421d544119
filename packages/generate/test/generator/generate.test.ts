import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { generate } from "../../src/lib/generator/generate.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const services = ["management", "vault", "events"] as const;
const contractOf = (service: string): string => `${root}/specs/${service}/openapi.yaml`;

const generated = Object.fromEntries(await Promise.all(services.map(async (service) => [service, await generate(contractOf(service))] as const)));

describe.each(services)("the generated files of %s", (service) => {
  it("are the committed ones, byte for byte", async () => {
    for (const [name, content] of Object.entries(generated[service] ?? {})) {
      expect(await readFile(`${root}/packages/${service}/src/generated/${name}`, "utf8"), name).toBe(content);
    }
  });

  it("are the same bytes when they are generated again", async () => {
    expect(await generate(contractOf(service))).toEqual(generated[service]);
  });

  it("say where they come from and that no one edits them", () => {
    for (const [name, content] of Object.entries(generated[service] ?? {})) {
      if (name === "openapi.json") continue; // JSON has no comments.
      expect(content.slice(0, 300), name).toMatch(new RegExp(`specs/${service}/openapi\\.yaml[\\s\\S]*pnpm generate`));
      expect(content.slice(0, 300), name).toMatch(/do not edit/i);
    }
  });
});
