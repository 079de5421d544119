import { fitsHeader } from "../secrets.ts";
import type { Sender } from "../sender.ts";
import { UsageError } from "../usage-error.ts";

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

/** Sends the requests of the AWS SDK with the proxy and the certificate authorities of the command. */
export function sdkHandler({ fetch }: Sender) {
  return {
    async handle(request: SdkRequest, { abortSignal = null }: { readonly abortSignal?: AbortSignal | null } = {}) {
      const { method, headers, body = null } = request;
      const wrong = Object.keys(headers).find((name) => !fitsHeader(headers[name] ?? ""));
      if (wrong !== undefined) throw new UsageError(`the AWS SDK has a header ${wrong} that is not one line of ASCII characters: correct its credentials`);
      const response = await fetch(urlOf(request), { method, headers, body, signal: abortSignal });
      const received: { [name: string]: string } = {};
      response.headers.forEach((value, name) => (received[name] = value));
      const chunks: Uint8Array[] = [];
      const reader = response.body?.getReader();
      for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) chunks.push(next.value);
      return { response: { statusCode: response.status, headers: received, body: new Uint8Array(Buffer.concat(chunks)) } };
    },
  };
}

function urlOf({ protocol, hostname, port, path, query = {} }: SdkRequest): string {
  const url = new URL(`${protocol}//${hostname}${port === undefined ? "" : `:${port}`}${path}`);
  for (const [name, value] of Object.entries(query)) for (const one of [value].flat()) url.searchParams.append(name, one ?? "");
  return url.href;
}
