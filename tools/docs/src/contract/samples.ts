import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Service } from "@keywright/tool-mocks/clients";
import { exampleInputs } from "@keywright/tool-test-kit/testing/example-inputs";
import { exampleOptions } from "@keywright/tool-test-kit/testing/example-options";
import { ROOT } from "@keywright/tool-test-kit/services";

/** A call of an operation, with the values of the contract's examples. */
export interface Sample {
  /** The call of the client's method; there is none without an example. */
  readonly typescript: string | undefined;
  readonly curl: string;
}

/** A call of each operation, by the operation's id. */
export async function samplesOf(service: Service): Promise<ReadonlyMap<string, Sample>> {
  const { name } = service;
  const calls = await documentedCalls(name);
  const options = exampleOptions(service.table, (server) => `https://${server ?? name}.example.com`);
  const samples = new Map<string, Sample>();
  for (const [id, operation] of Object.entries(service.table)) {
    const [first] = exampleInputs(service.document, operation);
    let sent: Request | undefined;
    const fetch = async (url: string, init: RequestInit): Promise<Response> => {
      sent = new Request(url, init);
      return new Response(null, { status: 500 });
    };
    const client = service.createClient({ ...options, fetch, retry: false });
    // The response does not matter: the request is what the page shows.
    await client.raw[id]?.(first?.input).catch(() => undefined);
    if (sent === undefined) throw new Error(`${name}.${id} sends no request with the example of its contract`);
    samples.set(id, { typescript: calls.get(id), curl: await curlCommand(name, sent) });
  }
  return samples;
}

/** The example in the documentation of each generated method, by the method's name. */
async function documentedCalls(service: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(ROOT, "packages", service, "src/generated/client.ts"), "utf8");
  const examples = new Map<string, string>();
  for (const [, comment = "", name = ""] of text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(\w+)\(/g)) {
    const [, code] = /```ts\n([\s\S]*?)```/.exec(comment.replaceAll(/^\s*\* ?/gm, "")) ?? [];
    if (code !== undefined && !examples.has(name)) examples.set(name, code);
  }
  return examples;
}

/** Headers that curl writes itself, or that no reader needs for a first try. */
const LEFT_OUT = ["accept", "accept-encoding", "authorization", "content-length"];

/** A request as a command for curl. Credentials come from the environment. */
export async function curlCommand(service: string, request: Request): Promise<string> {
  const body = await request.text();
  const variable = (name: string): string => `$KEYWRIGHT_${service.toUpperCase().replaceAll("-", "_")}_${name}`;
  const authorization = request.headers.get("authorization") ?? "";
  const headers = [...request.headers].filter(([name]) => !LEFT_OUT.includes(name)).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const isDefault = request.method === "GET" || (request.method === "POST" && body !== "");
  return [
    `curl ${isDefault ? "" : `-X ${request.method} `}${quoted(request.url)}`,
    ...(authorization.startsWith("Basic ") ? [`-u "${variable("CLIENT_ID")}:${variable("CLIENT_SECRET")}"`] : []),
    ...(authorization.startsWith("Bearer ") ? [`-H "authorization: Bearer ${variable("TOKEN")}"`] : []),
    ...headers,
    ...(body === "" ? [] : [`-d ${quoted(readable(body, request.headers.get("content-type") ?? ""))}`]),
  ].join(" \\\n  ");
}

function readable(body: string, mediaType: string): string {
  return /[/+]json/.test(mediaType) ? JSON.stringify(JSON.parse(body), undefined, 2) : body;
}

/** A word of a shell's command: in single quotes every character is itself, except the quote. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
