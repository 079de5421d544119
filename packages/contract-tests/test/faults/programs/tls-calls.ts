import type { ConnectionError } from "@keywright/core";
import { READS, WRITES } from "../subjects.ts";
import { clientsOn, readInput } from "./client-options.ts";

/** The process trusts the authority that NODE_EXTRA_CA_CERTS names. */
export interface TlsCallsInput {
  readonly url: string;
  readonly transport: string;
}

/** How a call ended. */
export interface TlsCallResult {
  readonly code: string;
  readonly attempts: number | undefined;
  readonly outcome: string | undefined;
}

const { url, transport } = readInput<TlsCallsInput>();
const { clients, close } = await clientsOn(transport, url);
const results: TlsCallResult[] = [];
for (const { call } of [...READS, ...WRITES]) {
  results.push(
    await call(clients).then(
      () => ({ code: "success", attempts: undefined, outcome: undefined }),
      ({ code, attempts, outcome }: ConnectionError) => ({ code, attempts, outcome }),
    ),
  );
}
console.log(JSON.stringify(results));
await close();
