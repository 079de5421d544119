import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runChild } from "../children/child-process.ts";
import type { TlsCallsAnswer } from "../children/tls-calls.ts";
import type { Trial } from "../bench.ts";
import type { Row } from "../row.ts";
import { SENTINELS } from "../sentinels.ts";
import { type Authority, createAuthority, type Identity, selfSign } from "../server/certificates.ts";
import type { FaultServer } from "../server/fault-server.ts";
import { answersJson } from "../server/whole.ts";
import { READS } from "../subjects.ts";

const HOST = "127.0.0.1";
const DAY_MS = 86_400_000;
const VALID = "valid";
const PLAIN = "a plain port";
const PACKAGES = join(import.meta.dirname, "../../../../packages");

/** The other end cannot prove who it is. */
export const untrusted: Row = {
  id: "F16",
  fault: "TLS: self-signed, expired, not yet valid, wrong name, plain port",
  async run(bench) {
    const folder = await mkdtemp(join(tmpdir(), "keywright-faults-"));
    let reached = 0;
    try {
      const authority = createAuthority("An authority for faults");
      const authorityFile = join(folder, "authority.pem");
      await writeFile(authorityFile, authority.cert);
      await bench.run("each certificate", async (trial) => {
        const servers = await serveEach(trial, identities(authority));
        const urls = Object.fromEntries(Object.entries(servers).map(([name, { port }]) => [name, `https://${HOST}:${port}`]));
        const answer = await runChild<TlsCallsAnswer>(
          bench,
          "tls-calls",
          { urls },
          { env: { NODE_EXTRA_CA_CERTS: authorityFile }, servers: Object.values(servers) },
        );
        for (const [name, server] of Object.entries(servers)) {
          judge(trial, name, server, answer[name] ?? []);
          if (name !== VALID) reached += server.requests.length;
        }
      });
      await bench.run("no switch", async (trial) => {
        for (const file of await sources())
          trial.that(
            !/rejectUnauthorized|NODE_TLS_REJECT|checkServerIdentity/.test(await readFile(file, "utf8")),
            `${file.slice(PACKAGES.length)} can turn checks off`,
          );
      });
    } finally {
      await rm(folder, { recursive: true });
    }
    return `${reached} requests reached a server without a valid certificate; one connection for each call; no switch in the sources`;
  },
};

function fromNow(days: number): Date {
  return new Date(Date.now() + days * DAY_MS);
}

/** What a server shows of itself; `undefined` where it speaks no TLS. */
function identities(authority: Authority): { readonly [name: string]: Identity | undefined } {
  return {
    [VALID]: authority.issue({ commonName: "valid", host: HOST }),
    "self-signed": selfSign({ commonName: "self-signed", host: HOST }),
    "of an unknown authority": createAuthority("Another authority").issue({ commonName: "foreign", host: HOST }),
    expired: authority.issue({ commonName: "expired", host: HOST, notBefore: fromNow(-2), notAfter: fromNow(-1) }),
    "not yet valid": authority.issue({ commonName: "early", host: HOST, notBefore: fromNow(1), notAfter: fromNow(2) }),
    "for another name": authority.issue({ commonName: "elsewhere", host: "service.example" }),
    "for another address": authority.issue({ commonName: "elsewhere", host: "127.0.0.2" }),
    [PLAIN]: undefined,
  };
}

async function serveEach(trial: Trial, shown: ReturnType<typeof identities>): Promise<{ readonly [name: string]: FaultServer }> {
  const servers: { [name: string]: FaultServer } = {};
  for (const [name, tls] of Object.entries(shown)) {
    servers[name] = await trial.serve(
      ({ target }) => answersJson(READS[target.endsWith("auditevents") ? 1 : 0]?.answer),
      tls === undefined ? { refusesTls: true } : { tls },
    );
  }
  return servers;
}

function judge(trial: Trial, name: string, server: FaultServer, calls: NonNullable<TlsCallsAnswer[string]>): void {
  for (const { subject, code, attempts, outcome } of calls) {
    // What speaks no TLS might, for all that the error tells, have broken off a connection that was already trusted.
    const notSent = outcome === "not-sent" || (name === PLAIN && outcome === "unknown");
    const expected = name === VALID ? code === "success" : code === "untrusted-connection" && attempts === 1 && notSent;
    trial.that(expected, `${subject}, ${name}: got ${code} after ${attempts} attempts, ${outcome}`);
  }
  trial.that(calls.length > 0 && server.connections >= (name === VALID ? 1 : calls.length), `${name}: no call came to the server`);
  if (name === VALID) return trial.that(server.requests.length === calls.length, "a valid certificate was to be accepted");
  trial.that(server.requests.length === 0 && !server.saw(SENTINELS.token), `${name}: a request reached the server`);
  trial.that(server.connections === calls.length, `${name}: expected ${calls.length} connections, one for each call; got ${server.connections}`);
}

async function sources(): Promise<string[]> {
  const files = await readdir(PACKAGES, { recursive: true });
  return files.filter((file) => /^[^/]+\/src\/.*\.ts$/.test(file) && !file.startsWith("emulator/")).map((file) => join(PACKAGES, file));
}
