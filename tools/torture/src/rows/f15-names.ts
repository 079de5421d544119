import dns from "node:dns";
import { isKeywrightError } from "@keywright/core";
import { describe, type Trial } from "../bench.ts";
import type { Row } from "../row.ts";
import { answersJson } from "../server/whole.ts";
import { READS, type Subject, WRITES } from "../subjects.ts";
import { countAttempts, expectWhole } from "../trials.ts";

const TIMES = 10;

/** The name of the service does not resolve, for a moment or at all. The platform's own look-up is replaced, because no name server can be told to fail. */
export const names: Row = {
  id: "F15",
  fault: "DNS: EAI_AGAIN, ENOTFOUND",
  async run(bench) {
    const { lookup } = dns;
    const failures = new Map<string, { readonly code: string; times: number }>();
    dns.lookup = ((hostname: string, ...rest: readonly unknown[]) => {
      const failure = failures.get(hostname);
      if (failure === undefined) return (lookup as (...parameters: readonly unknown[]) => void)(hostname, ...rest);
      failure.times -= 1;
      const fails = failure.times >= 0;
      const [options, callback] = rest.slice(-2) as [{ readonly all?: boolean }, (error: Error | null, addresses?: unknown, family?: number) => void];
      const error = fails
        ? Object.assign(new Error(`getaddrinfo ${failure.code} ${hostname}`), { code: failure.code, syscall: "getaddrinfo", hostname })
        : null;
      const found = options.all === true ? [{ address: "127.0.0.1", family: 4 }] : "127.0.0.1";
      process.nextTick(() => (error === null ? callback(null, found, 4) : callback(error)));
    }) as typeof dns.lookup;
    let number = 0;
    const failing = (code: string, times: number): string => {
      const hostname = `service-${(number += 1)}.example`;
      failures.set(hostname, { code, times });
      return hostname;
    };
    try {
      for (const subject of [...READS, ...WRITES]) {
        await bench.repeat(TIMES, `${subject.name}, EAI_AGAIN once`, (trial) => recovers(trial, subject, failing("EAI_AGAIN", 1), 2));
        await bench.repeat(TIMES, `${subject.name}, ENOTFOUND twice`, (trial) => recovers(trial, subject, failing("ENOTFOUND", 2), 3));
        for (const code of ["EAI_AGAIN", "ENOTFOUND"])
          await bench.repeat(TIMES, `${subject.name}, ${code} always`, (trial) => givesUp(trial, subject, failing(code, Infinity)));
      }
    } finally {
      dns.lookup = lookup;
    }
    return "EAI_AGAIN once: attempts = 2; ENOTFOUND always: attempts = 3, then connection-failed, not-sent";
  },
};

async function recovers(trial: Trial, subject: Subject, hostname: string, expected: number): Promise<void> {
  const server = await trial.serve([answersJson(subject.answer)]);
  const { onEvent, attempts } = countAttempts();
  const clients = trial.clients(`http://${hostname}:${server.port}`, { allowInsecureHttp: true, onEvent });
  expectWhole(trial, subject, await trial.attempt(() => subject.call(clients, { signal: trial.signal })));
  trial.that(attempts() === expected, `expected ${expected} attempts; there were ${attempts()}`);
}

async function givesUp(trial: Trial, subject: Subject, hostname: string): Promise<void> {
  const clients = trial.clients(`http://${hostname}:1234`, { allowInsecureHttp: true });
  const outcome = await trial.attempt(() => subject.call(clients, { signal: trial.signal }));
  const { error } = outcome;
  trial.that(isKeywrightError(error, "connection-failed") && error.attempts === 3, `expected connection-failed after 3 attempts; ${describe(outcome)}`);
  trial.that((error as { readonly outcome?: unknown }).outcome === "not-sent", "expected it to say that nothing was sent");
}
