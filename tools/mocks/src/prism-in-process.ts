import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";
import type { MockedContract } from "./services.ts";

/** A running Prism without anything in front of it. */
export interface Prism {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts Prism on a contract in this process: three of them are up in a second. */
export async function startPrism({ documentPath }: MockedContract): Promise<Prism> {
  const server = createServer(await getHttpOperationsFromSpec(documentPath), {
    cors: true,
    components: { logger: createLogger("prism", { level: "silent" }) },
    config: {
      mock: { dynamic: false },
      validateRequest: true,
      validateResponse: true,
      checkSecurity: true,
      errors: false,
      upstreamProxy: undefined,
      isProxy: false,
    },
  });
  return { url: await server.listen(0, "127.0.0.1"), close: () => server.close() };
}
