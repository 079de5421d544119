import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";
import type { Document } from "./services.ts";

/** A running server. */
export interface RunningMock {
  /** Its URL on this machine, such as `http://127.0.0.1:49152`. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts Prism on a contract in this process, which takes a third of a second. The header `sl-violations` of a response lists the violations of the contract.
 *
 * @param upstream The URL of a server: Prism then is a proxy that checks its requests and responses. Default: Prism responds with the examples of the contract.
 */
export async function startPrism(document: Document, upstream?: string): Promise<RunningMock> {
  const common = { mock: { dynamic: false }, validateRequest: true, validateResponse: true, checkSecurity: true, errors: false, upstreamProxy: undefined };
  // Prism replaces the references of the document that it reads.
  const server = createServer(await getHttpOperationsFromSpec(structuredClone(document)), {
    cors: true,
    components: { logger: createLogger("prism", { level: "silent" }) },
    config: upstream === undefined ? { ...common, isProxy: false } : { ...common, isProxy: true, upstream: new URL(upstream) },
  });
  return { url: await server.listen(0, "127.0.0.1"), close: () => server.close() };
}
