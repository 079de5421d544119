import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { ClientOptions } from "@keywright/core";
import { jsonResponse } from "@keywright/tool-test-kit/testing";
import { onTestFinished } from "vitest";
import type { FakeClock } from "../../../../core/test/fake-clock.ts";
import type { OfflineCopyEvent } from "../../../src/cache.ts";
import { createVaultClient } from "../../../src/index.ts";
import { offlineCopy, type OfflineCopyOptions } from "../../../src/node.ts";
import { resolveSecrets } from "../../../src/references.ts";
import type { Server } from "../../cache/support.ts";

export const DATABASE = "Production/Database/password";
export const MAIL = "Production/Mail/password";
export const HOUR_MS = 3_600_000;
export const OWNER = { baseUrl: "https://vault.example.com", token: "token-1" };

export async function pathForTest(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-offline-"));
  // A poll that a test ended may still write.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return join(folder, "copy");
}

const NOTHING_DUE = "nothing is due";

/** Lets time pass until something has ended that also waits for the disk. */
export async function finish<Result>(clock: FakeClock, work: Promise<Result>): Promise<Result> {
  // A loaded disk can take seconds. A test that waits longer is ended by its own limit.
  for (let tries = 0; tries < 100_000; tries += 1) {
    const end = await clock.finish(work).then(
      (value) => ({ value }),
      (error: Error) => ({ error }),
    );
    if ("value" in end) return end.value;
    if (!end.error.message.startsWith(NOTHING_DUE)) throw end.error;
    await setTimeout(1);
  }
  throw new Error("the disk does not respond");
}

export const noConnection = (): never => {
  throw Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" }) });
};
export const untrusted = (): never => {
  throw Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error("certificate"), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }) });
};
export const status =
  (code: number, headers = {}) =>
  (): Response =>
    jsonResponse(code, { status: code, message: "no" }, headers);

/** A client of a server that has other options, such as retries or a token provider. */
export function clientOf(server: Server, options: Partial<ClientOptions> = {}): Server["client"] {
  return createVaultClient({
    ...OWNER,
    clock: server.clock,
    fetch: async (url) => {
      const path = new URL(url).pathname.replace("/v1/vaults", "") || "/";
      return (await server.answer(path)) ?? server.normal(path);
    },
    ...options,
  });
}

export interface Start {
  readonly references?: readonly string[];
  readonly options?: Partial<OfflineCopyOptions>;
  readonly clock?: FakeClock;
  readonly client?: Server["client"];
}

/** Reads secrets like a program that starts, with its copy. */
export async function start(
  server: Server,
  path: string,
  { references = [DATABASE, MAIL], options, clock = server.clock, client = server.client }: Start = {},
) {
  const events: OfflineCopyEvent[] = [];
  const opened = offlineCopy(path, { ...OWNER, ...options }).open(client, { clock, onEvent: (event) => void events.push(event) });
  const copy = await finish(clock, opened);
  const names = Object.fromEntries(references.map((reference) => [reference, reference]));
  const values = copy.read(() => resolveSecrets(copy.client, names));
  return { events, values: { ...(await finish(clock, values)) } };
}
