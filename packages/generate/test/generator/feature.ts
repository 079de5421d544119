import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { recordingFetch, type RecordingFetch } from "@keywright/tool-testing";
import { generate, type GeneratedFiles } from "../../src/lib/generator/generate.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** A contract of one test in a folder of its own, with what was generated from it. */
export interface Feature {
  readonly files: GeneratedFiles;
  /** Creates the client on a fetch that records its requests. By default it answers 204 as often as it is asked. */
  client(options?: object, fetch?: RecordingFetch): { readonly client: Client; readonly fetch: RecordingFetch };
}

type Method = (...given: readonly unknown[]) => Promise<unknown>;
type Client = { readonly [id: string]: Method } & { readonly raw: { readonly [id: string]: Method } };

/** Generates a client from the `paths`, `components` and other members of a contract of the service `thing`. */
export async function featureOf(contract: string, service = "thing"): Promise<Feature> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-feature-"));
  try {
    const specs = join(folder, "specs", service);
    await mkdir(specs, { recursive: true });
    await symlink(join(root, "packages"), join(folder, "packages"), "dir");
    await symlink(join(root, "specs/redocly.yaml"), join(folder, "specs/redocly.yaml"));
    await writeFile(join(specs, "openapi.yaml"), HEAD + contract);
    const files = await generate(join(specs, "openapi.yaml"));
    for (const name of ["client.ts", "operations.ts"] as const)
      await writeFile(join(folder, name), files[name].replaceAll('"@keywright/core/client"', JSON.stringify(join(root, "packages/core/src/client.ts"))));
    const module = (await import(pathToFileURL(join(folder, "client.ts")).href)) as { readonly [name: string]: (options: object) => Client };
    const create = Object.entries(module).find(([name]) => /^create\w+Client$/.test(name))?.[1];
    if (create === undefined) throw new Error("client.ts exports no factory");
    return {
      files,
      client(options = {}, fetch = recordingFetch(...Array.from({ length: 9 }, () => new Response(null, { status: 204 })))) {
        return {
          client: create(Object.assign(Object.create(Object.getPrototypeOf(options)), { baseUrl: "https://thing.example.com", fetch }, options)),
          fetch,
        };
      },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** An operation without a body: `get: /a` with the members that a test is about. */
export function operationAt(id: string, members: string, { method = "get", retry = "safe" } = {}): string {
  return `  /${id}:
    ${method}:
      operationId: ${id}
      summary: Does what it is called
      description: Does what it is called.
      x-retry: ${retry}
${members.replaceAll(/^(?=.)/gm, "      ")}
      responses:
        "204":
          description: Done.
        "400":
          description: Refused.
`;
}

const HEAD = `openapi: 3.1.0
info:
  title: Thing
  version: "1"
  description: A thing.
  license:
    name: MIT
    identifier: MIT
`;
