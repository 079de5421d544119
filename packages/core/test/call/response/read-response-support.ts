import type { Operation } from "../../../src/client.ts";
import type { ClientOptions } from "../../../src/index.ts";
import { callOf, getThing } from "../../support.ts";

export const json = { "content-type": "application/json" };
export const bytesOf = (...values: readonly number[]) => Uint8Array.from(values);
export const utf8 = (text: string) => new TextEncoder().encode(text);

export function responding(operation: Operation, answer: Response | (() => Response), options: Partial<ClientOptions> = {}): Promise<unknown> {
  const fetch = async (): Promise<Response> => (typeof answer === "function" ? answer() : answer);
  const call = callOf(operation, { fetch, retry: false, ...options });
  return operation.pathParameters === undefined ? (operation.body === undefined ? call() : call({ body: {} })) : call({ thingId: "a" });
}

export const reading = (body: BodyInit | null, headers: { readonly [name: string]: string } = json, options: Partial<ClientOptions> = {}): Promise<unknown> =>
  responding(getThing, new Response(body, { headers }), options);

/** A body whose reading and giving up are counted. */
export function counted(pieces: number, size: number) {
  const seen = { read: 0, cancelled: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (seen.read === pieces) return controller.close();
        seen.read += 1;
        controller.enqueue(new Uint8Array(size).fill(0x20));
      },
      cancel: () => void (seen.cancelled += 1),
    },
    { highWaterMark: 0 },
  );
  return { body, seen };
}
