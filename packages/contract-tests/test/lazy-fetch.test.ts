import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { promisify } from "node:util";
import { factoryOf, findServices } from "@keywright/tool-test-kit/services";
import { bundlePrograms } from "@keywright/tool-test-kit/testing/bundle-programs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const home = fileURLToPath(new URL("../", import.meta.url));

/** Prints whether Node's undici, which takes longer to load than a client, is loaded: at the start, with the client, and with its first request. */
const program = (service: string): string => `
const isLoaded = () => process.moduleLoadList.some((name) => /internal\\/deps\\/undici/.test(name));
const loaded = [isLoaded()];
const { ${factoryOf(service)}: create } = await import("@keywright/${service}");
create({ baseUrl: "https://service.invalid", token: "example-token" });
loaded.push(isLoaded());
await fetch("data:,").then((response) => response.text());
loaded.push(isLoaded());
console.log(JSON.stringify(loaded));
`;

describe("a client that is imported and created does not load Node's fetch", () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(home, ".lazy-fetch-"));
    const files = findServices().map((service) => join(folder, `${service}.mts`));
    await Promise.all(findServices().map((service, index) => writeFile(files[index] ?? "", program(service))));
    await bundlePrograms(files, folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(findServices())("%s", async (service) => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, `${service}.js`)]);
    expect(JSON.parse(stdout)).toEqual([false, false, true]);
  });
});
