/** A running Prism. */
export interface Prism {
  /** Its address on this machine, such as `http://127.0.0.1:49152`. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts Prism in this process: a third of a second, and a second more for the first one.
 *
 * @param contract The contract or its file.
 * @param upstream A server behind Prism, whose header `sl-violations` lists what violates the
 * contract in request and response. Default: Prism responds by itself.
 */
export async function startPrism(contract: string | object, upstream?: string): Promise<Prism> {
  // Loaded here, because the mocks of the command are processes and do not need it.
  const [{ createLogger }, { getHttpOperationsFromSpec }, { createServer }] = await Promise.all([
    import("@stoplight/prism-core"),
    import("@stoplight/prism-http"),
    import("@stoplight/prism-http-server"),
  ]);
  const direction = upstream === undefined ? { isProxy: false as const } : { isProxy: true as const, upstream: new URL(upstream) };
  const checks = { validateRequest: true, validateResponse: true, checkSecurity: true, errors: false };
  const server = createServer(await getHttpOperationsFromSpec(contract), {
    cors: true,
    components: { logger: createLogger("prism", { level: "silent" }) },
    config: { mock: { dynamic: false }, upstreamProxy: undefined, ...checks, ...direction },
  });
  return { url: await server.listen(0, "127.0.0.1"), close: () => server.close() };
}
