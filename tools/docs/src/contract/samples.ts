import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Service } from "@keywright/tool-mocks/clients";
import { exampleInputs } from "@keywright/tool-test-kit/testing/example-inputs";
import { exampleOptions } from "@keywright/tool-test-kit/testing/example-options";
import { curlCommand } from "./curl.ts";
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
