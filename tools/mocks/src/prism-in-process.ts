import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";
import type { MockedContract } from "./mocked-contract.ts";

/** A running Prism without a proxy in front of it. */
export interface Prism {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts Prism on a contract in this process, which takes a third of a second. */
export function startPrism({ documentPath }: MockedContract): Promise<Prism> {
  return listen(documentPath, { isProxy: false, upstreamProxy: undefined });
}

/** Starts Prism as a proxy of a server. The response's header `sl-violations` lists the violations of the contract in the request and the response. */
export function startPrismProxy({ documentPath }: MockedContract, upstream: string): Promise<Prism> {
  return listen(documentPath, { isProxy: true, upstream: new URL(upstream), upstreamProxy: undefined });
}

type Direction =
  | { readonly isProxy: false; readonly upstreamProxy: undefined }
  | { readonly isProxy: true; readonly upstream: URL; readonly upstreamProxy: undefined };

async function listen(documentPath: string, direction: Direction): Promise<Prism> {
  const server = createServer(await getHttpOperationsFromSpec(documentPath), {
    cors: true,
    components: { logger: createLogger("prism", { level: "silent" }) },
    config: { mock: { dynamic: false }, validateRequest: true, validateResponse: true, checkSecurity: true, errors: false, ...direction },
  });
  return { url: await server.listen(0, "127.0.0.1"), close: () => server.close() };
}
