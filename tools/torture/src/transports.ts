import type { ClientOptions } from "@keywright/core";
import { nodeTransport } from "@keywright/core/node";

/** What carries the requests of the clients. */
export interface Transport {
  /** What a client's options say to use it. */
  readonly options: Pick<ClientOptions, "fetch" | "transport">;
  /** Frees what it holds. */
  close(): Promise<void>;
}

/** The transports that the matrix can be run on, by name: each call makes one. */
export const transports: { readonly [name: string]: () => Promise<Transport> } = {
  default: () => Promise.resolve({ options: {}, close: () => Promise.resolve() }),
  node: async () => {
    const transport = await nodeTransport();
    return { options: { transport }, close: () => transport.close() };
  },
};
