import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { sendsJson, type Programs } from "@keywright/tool-torture";
import { createAuthority, type Identity, selfSign } from "../../../core/test/node/network/certificates.ts";
import { bundle, runProgram } from "./processes.ts";
import type { TlsCallResult } from "./programs/tls-calls.ts";
import { SENTINELS } from "./secrets.ts";
import { READS } from "./subjects.ts";
import { it, rowsOf } from "./support.ts";

const HOST = "127.0.0.1";
const CALLS = 4;
const PACKAGES = join(import.meta.dirname, "../../..");
const fromNow = (days: number): Date => new Date(Date.now() + days * 86_400_000);

const authority = createAuthority("An authority for faults");
let programs: Programs;
beforeAll(async () => {
  programs = await bundle("tls-calls");
  await writeFile(join(programs.folder, "authority.pem"), authority.cert);
});
afterAll(() => programs.remove());

const askAll = (port: number): Promise<readonly TlsCallResult[]> =>
  runProgram(programs.file("tls-calls"), { url: `https://${HOST}:${port}` }, { env: { NODE_EXTRA_CA_CERTS: join(programs.folder, "authority.pem") } });

const pages = ({ target }: { readonly target: string }) => sendsJson(READS[target.endsWith("auditevents") ? 1 : 0].answer);

describe.concurrent("F16 a server", () => {
  it("with a certificate that is trusted is asked", async ({ serve }) => {
    const server = await serve(pages, { tls: authority.issue({ commonName: "valid", host: HOST }) });
    expect(await askAll(server.port)).toEqual(Array.from({ length: CALLS }, () => ({ code: "success" })));
    expect(server.requests.length).toBe(CALLS);
  });

  it.for(
    rowsOf<Identity | undefined>({
      "whose certificate is self-signed": selfSign({ commonName: "self-signed", host: HOST }),
      "of an unknown authority": createAuthority("Another authority").issue({ commonName: "foreign", host: HOST }),
      "whose certificate has expired": authority.issue({ commonName: "expired", host: HOST, notBefore: fromNow(-2), notAfter: fromNow(-1) }),
      "whose certificate is not valid yet": authority.issue({ commonName: "early", host: HOST, notBefore: fromNow(1), notAfter: fromNow(2) }),
      "with another name": authority.issue({ commonName: "elsewhere", host: "service.example" }),
      "with another address": authority.issue({ commonName: "elsewhere", host: "127.0.0.2" }),
      "on a plain port": undefined,
    }),
  )("$name gets no request, and is tried once for each call", async ({ value: tls }, { serve }) => {
    const server = await serve(pages, tls === undefined ? { refusesTls: true } : { tls });
    // For all that its error tells, a plain port might have broken off a connection that was trusted before.
    const outcome = tls === undefined ? (expect.stringMatching(/^(not-sent|unknown)$/) as string) : "not-sent";
    expect(await askAll(server.port)).toEqual(Array.from({ length: CALLS }, () => ({ code: "untrusted-connection", attempts: 1, outcome })));
    expect([server.requests.length, server.saw(SENTINELS.token), server.connections]).toEqual([0, false, CALLS]);
  });
});

describe("F16 no source of a client", () => {
  it("can turn the checks off", async () => {
    const folders = (await readdir(PACKAGES)).filter((name) => name !== "emulator").map((name) => join(PACKAGES, name, "src"));
    const sources = (await Promise.all(folders.map(async (folder) => (await readdir(folder, { recursive: true })).map((file) => join(folder, file)))))
      .flat()
      .filter((file) => file.endsWith(".ts"));
    expect(sources.length).toBeGreaterThan(50);
    for (const file of sources) expect(await readFile(file, "utf8"), file).not.toMatch(/rejectUnauthorized|NODE_TLS_REJECT|checkServerIdentity/);
  });
});
