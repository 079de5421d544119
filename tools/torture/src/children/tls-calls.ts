import type { ConnectionError } from "@keywright/core";
import { READS, WRITES } from "../subjects.ts";
import { serveAsChild } from "./serve.ts";

/** The addresses to call: the process trusts the authority that NODE_EXTRA_CA_CERTS names. */
export interface TlsCallsInput {
  readonly urls: { readonly [name: string]: string };
}

/** How the calls to an address ended. */
export interface TlsCallsAnswer {
  readonly [name: string]: readonly { readonly subject: string; readonly code: string; readonly attempts: number; readonly outcome: string }[];
}

serveAsChild<TlsCallsInput, TlsCallsAnswer>(async ({ urls }, { bench }) => {
  const answer: { [name: string]: { subject: string; code: string; attempts: number; outcome: string }[] } = {};
  for (const [name, url] of Object.entries(urls)) {
    const calls: (typeof answer)[string] = [];
    answer[name] = calls;
    for (const subject of [...READS, ...WRITES]) {
      await bench.run(`${subject.name}, ${name}`, async (trial) => {
        const outcome = await trial.attempt(() => subject.call(trial.clients(url), { signal: trial.signal }));
        const error = outcome.error as ConnectionError | undefined;
        calls.push({
          subject: subject.name,
          code: outcome.ok ? "success" : String(error?.code),
          attempts: error?.attempts ?? 0,
          outcome: String(error?.outcome),
        });
      });
    }
  }
  return answer;
});
