import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveEmulator } from "@keywright/emulator";
import { createManagementClient } from "@keywright/management";
import { getRun, waitingAction, waitingActions } from "@keywright/management/runs";
import { serviceOf } from "@keywright/tool-mocks/clients";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { compileStrictly } from "./compile.ts";
import { type Emulated, emulators, resetEmulators } from "./emulators.ts";
import { type ForeignProgram, foreignGenerators, operationsWithPath } from "./foreign-generators.ts";

const serviceNames = Object.keys(emulators) as Emulated[];
const root = await mkdtemp(join(tmpdir(), "keywright-foreign-"));
const servers = Object.fromEntries(await Promise.all(serviceNames.map(async (service) => [service, await serveEmulator(emulators[service])] as const)));

afterAll(async () => {
  for (const server of Object.values(servers)) await server.close();
  await rm(root, { recursive: true, force: true });
});
beforeEach(resetEmulators);

/** The credential that an operation needs, out of the state as it is now. */
function credentialFor(service: Emulated, scheme: string): string {
  const { clientId, clientSecret } = emulators.management;
  return scheme === "basic" ? `${clientId}:${clientSecret}` : emulators[service].token;
}

/** A run of the default state that waits for "Approve". */
const WAITING_RUN = { workflowId: "5b0e6a5c-3f0e-4a53-9d2a-0c6f6d2c1a02", runId: "c2f4b1de-7a04-4a0b-8f35-1d9f3f0b7a12" };

describe.each(foreignGenerators)("clients by $name", ({ name, write }) => {
  const folderOf = (service: Emulated): string => join(root, name.replaceAll(/\W/g, "-"), service);
  const programOf = async (service: Emulated): Promise<ForeignProgram> => (await import(join(folderOf(service), "program.ts"))) as ForeignProgram;
  const said: string[] = [];

  beforeAll(async () => {
    for (const stream of ["log", "warn", "error"] as const) vi.spyOn(console, stream).mockImplementation((...words) => said.push(words.join(" ")));
    for (const service of serviceNames) {
      await mkdir(folderOf(service), { recursive: true });
      await write(service, folderOf(service), servers[service]?.url ?? "");
    }
    vi.restoreAllMocks();
  });

  it("are generated without a warning", () => {
    expect(said.filter((line) => /\u26A0|warn|error|fail/i.test(line))).toEqual([]);
  });

  it("compile under strict, with a call of each operation", async () => {
    const programs = serviceNames.map((service) => join(folderOf(service), "program.ts"));
    const options = { module: "esnext", moduleResolution: "bundler", lib: ["es2023", "dom", "dom.iterable"], types: [] };
    expect(await compileStrictly(root, programs, options)).toEqual({ ok: true, output: "" });
  });

  const operations = serviceNames.flatMap((service) => operationsWithPath(service).map((operation) => ({ service, operation, id: operation.id })));

  it.each(operations)("get the documented success of $id", async ({ service, operation: { id, security, response } }) => {
    const { calls } = await programOf(service);
    const { status, data } = (await calls[id]?.(credentialFor(service, security.scheme))) ?? {};
    expect({ status, data }).toMatchObject({ status: response.status });
    const kinds: { readonly [type: string]: unknown } = { json: expect.any(Object), text: expect.stringMatching(/./), bytes: expect.any(Blob) };
    if (response.type !== "none") expect(data).toEqual(kinds[response.type]);
  });

  it("can post to the address of a waiting action, for which no function can be generated", async () => {
    const { postTo } = await programOf("management");
    const { token } = emulators.management;
    const client = createManagementClient({ baseUrl: servers["management"]?.url ?? "", token });
    const { href } = waitingAction(await getRun(client, WAITING_RUN), { name: "Approve" });
    expect(await postTo(href)(token)).toMatchObject({ status: serviceOf("management").table["fireSignal"]?.response.status });
    expect(waitingActions(await getRun(client, WAITING_RUN)).map((action) => action.name)).not.toContain("Approve");
  });
});
