import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { UsageError } from "@keywright/cli-kit";
import { InvalidResponseError } from "@keywright/core";
import { checkClearText } from "../connections/clear-text.ts";
import { fitsHeader } from "../connections/secrets.ts";
import type { Sender } from "../connections/sender.ts";

/** A request of the AWS SDK, as its handlers get it. */
interface SdkRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query?: { readonly [name: string]: string | readonly string[] | null };
  readonly method: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: Uint8Array<ArrayBuffer>;
}

// Its responses are errors in XML, and those of credentials: none has more than some kilobytes.
const MAX_RESPONSE_BYTES = 1_048_576;

/** Sends the AWS SDK's requests with the command's proxy and certificate authorities. */
export function sdkHandler({ fetch }: Sender) {
  return {
    async handle(request: SdkRequest, { abortSignal = null }: { readonly abortSignal?: AbortSignal | null } = {}) {
      const { method, headers, body = null } = request;
      // The SDK can also have an address from a file of its own.
      checkClearText("the address of the object store", request);
      const wrong = Object.keys(headers).find((name) => !fitsHeader(headers[name] ?? ""));
      if (wrong !== undefined) throw new UsageError(`the AWS SDK has a header ${wrong} that is not one line of ASCII characters: correct its credentials`);
      const response = await fetch(urlOf(request), { method, headers, body, signal: abortSignal });
      const received: { [name: string]: string } = {};
      response.headers.forEach((value, name) => (received[name] = value));
      // An archive's object can be large, unlike other responses.
      const isObject = request.query?.["x-id"] === "GetObject" && response.status === 200;
      const content = isObject ? Readable.fromWeb(response.body as ReadableStream) : await readBody(response);
      return { response: { statusCode: response.status, headers: received, body: content } };
    },
  };
}

/** Reads a body to its end, or to the limit. */
async function readBody({ body, status }: Awaited<ReturnType<Sender["fetch"]>>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const reader = body?.getReader();
  let size = 0;
  for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) {
    size += next.value.length;
    if (size > MAX_RESPONSE_BYTES) {
      void reader?.cancel().catch(() => {});
      const message = `the object store sent more than ${MAX_RESPONSE_BYTES} bytes with status ${status}: check that AWS_ENDPOINT_URL_S3 is its address`;
      throw new InvalidResponseError("response-too-large", message, { status });
    }
    chunks.push(next.value);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function urlOf({ protocol, hostname, port, path, query = {} }: SdkRequest): string {
  const url = new URL(`${protocol}//${hostname}${port === undefined ? "" : `:${port}`}${path}`);
  for (const [name, value] of Object.entries(query)) for (const one of [value].flat()) url.searchParams.append(name, one ?? "");
  return url.href;
}
