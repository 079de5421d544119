import { onTestFinished } from "vitest";
import { type NodeTransport, nodeTransport, type NodeTransportOptions } from "../../../src/node.ts";
import { callOf, getThing } from "../../support.ts";

/** Opens a transport for the length of a test. */
export async function open(options?: NodeTransportOptions): Promise<NodeTransport> {
  const transport = await nodeTransport(options);
  onTestFinished(() => transport.close());
  return transport;
}

/** Lists things by a transport, in one attempt. */
export function listThings(baseUrl: string, transport: NodeTransport): Promise<unknown> {
  return callOf({ ...getThing, id: "listThings", path: "/v1/things", pathParameters: {} }, { baseUrl, transport, retry: false })();
}
