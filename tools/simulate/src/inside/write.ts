import { isKeywrightError, type Middleware, rawFilter } from "@keywright/core";
import { fileTokenStore } from "@keywright/core/node";
import { refreshToken } from "@keywright/core/oauth";
import { createVaultClient } from "@keywright/vault";
import { sleep } from "./sleep.ts";
import type { CallReport } from "../world/check-calls.ts";
import type { Surroundings } from "../world/surroundings.ts";

const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(Math.random() * values.length)] as Value;

/** A middleware that sends requests to another origin. */
const astray: Middleware = (request, next) =>
  next({
    ...request,
    url: pick(["https:evil.example/x", "https:/evil.example/x", "//evil.example/x", "https://evil.example/x", "https://vault.example@evil.example/"]),
  });

/** Reads and writes with a token whose refresh token it shares with other processes. */
export async function write({ signal, path, vaultUUID, secret, report, show }: Surroundings): Promise<void> {
  const token = refreshToken({
    tokenUrl: "https://consent.example/token",
    clientId: "writer",
    clientSecret: secret,
    store: fileTokenStore(path),
    renewBeforeSeconds: 20,
  });
  const options = { baseUrl: "https://vault.example", token };
  const vault = createVaultClient(options);
  const evil = createVaultClient({ ...options, middleware: [astray] });

  async function call(): Promise<void> {
    const kind = Math.random();
    const isWrite = kind < 0.6;
    const isEvil = kind > 0.95;
    const mayRepeat = isWrite && Math.random() < 0.1;
    const title = isWrite ? `item ${crypto.randomUUID()}` : undefined;
    const totalTimeoutMs = pick([3000, 8000, 30_000, 60_000]);
    const aborting = new AbortController();
    const began = performance.now();
    const abortedAt = Math.random() < 0.15 ? began + Math.random() * 400 : undefined;
    const timer = abortedAt === undefined ? undefined : setTimeout(() => aborting.abort(), abortedAt - began);
    const own = {
      totalTimeoutMs,
      timeoutMs: pick([2500, 10_000]),
      signal: Math.random() < 0.5 || abortedAt !== undefined ? AbortSignal.any([aborting.signal, signal]) : signal,
      ...(mayRepeat ? { retry: { repeatWrites: true } } : {}),
    };
    const facts = { title, began, totalTimeoutMs, abortedAt, mayRepeat, isEvil };
    try {
      if (isEvil) await evil.listVaults({}, own);
      else if (title !== undefined) await vault.createItem({ vaultUUID, body: { title, vault: { id: vaultUUID }, category: "LOGIN" } }, own);
      else await vault.listItems({ vaultUUID, filter: rawFilter('title eq "none"') }, own);
      report({ ...facts, ended: performance.now() });
    } catch (error) {
      show(error);
      const { code, status, outcome, message } = error as NonNullable<CallReport["error"]>;
      report({ ...facts, ended: performance.now(), error: { code: isKeywrightError(error) ? code : undefined, status, outcome, message } });
    } finally {
      clearTimeout(timer);
    }
  }

  while (!signal.aborted) {
    await Promise.all(Array.from({ length: pick([1, 1, 1, 3]) }, call));
    await sleep(Math.random() * 30_000, signal);
  }
  await sleep(1);
}
