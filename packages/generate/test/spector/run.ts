import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { camelOf } from "@keywright/tool-test-kit/services";
import { documentContract } from "../../src/lib/contract/index.ts";
import { callMethod } from "./call.ts";
import { type Client, generateClient, keyOf } from "./clients.ts";
import type { Spec } from "./compile.ts";
import { findOperation, type Match, type OpenApiDocument } from "./documents.ts";
import { BREAKS_CONTRACT, NOT_APPLICABLE } from "./not-applicable.ts";
import type { MockApi, Scenario } from "./scenarios.ts";
import type { SuiteServer } from "./server.ts";
import type { MadeCall } from "./types.ts";

/** The result of a scenario. The reason is empty if it passed. */
export interface Result {
  readonly kind: "passed" | "refused" | "wrong" | "not applicable";
  readonly reason: string;
}

/** A document of a spec, with its client and the calls of that. */
export interface Service {
  readonly document: OpenApiDocument;
  readonly client: Client;
  readonly calls: MadeCall[];
}

/** Generates the clients of all documents of a spec. */
export async function generateSpec({ name, documents }: Spec, root: string): Promise<Service[]> {
  const services: Service[] = [];
  for (const path of documents) {
    const document = JSON.parse(await readFile(path, "utf8")) as OpenApiDocument;
    const version = basename(path, ".json").replace(/^openapi\.?/, "");
    const service = camelOf(`${name}-${version}`.replaceAll(/[^A-Za-z\d]+/g, "-"));
    // The client is generated from the original document; requests are matched with one whose operations are complete.
    const whole = documentContract(service, structuredClone(document)).document as OpenApiDocument;
    services.push({ document: whole, client: await generateClient(document, service, root), calls: [] });
  }
  return services;
}

/** Runs one scenario with the clients of its spec. */
export async function runScenario(
  { name, apis }: Scenario,
  spec: Spec,
  services: readonly Service[],
  { origin }: Pick<SuiteServer, "origin">,
): Promise<Result> {
  const result = (kind: Result["kind"], reason: string): Result => ({ kind, reason });
  const known = NOT_APPLICABLE.find(([scenarios]) => scenarios.test(name));
  if (known !== undefined) return result("not applicable", known[1]);
  if (spec.problem !== undefined) return result("not applicable", `its spec does not compile to OpenAPI 3.1: ${spec.problem}`);
  // A typed client cannot send the requests of a scenario that are bad on purpose.
  const driven = apis.length === 1 ? apis : apis.filter(({ response }) => response.status < 400);
  const calls = driven.map((api) => ({ api, found: find(services, api) }));
  if (calls.some(({ found }) => found === undefined)) return result("not applicable", "a request matches no operation of the OpenAPI document");
  const problems: string[] = [];
  for (const { api, found } of calls) {
    const { document, client, calls: made, match } = found as Service & { readonly match: Match };
    const key = keyOf(match.operation);
    const refused = client.refused.get(key);
    if (refused !== undefined) return result("refused", refused);
    const method = client.methods.get(key);
    if (method === undefined) return result("wrong", `the client has no method for ${key}, and the generator gave no reason`);
    const { problem, ...call } = await callMethod(client, method, { document, match, api, origin });
    // Errors, and responses that break the contract on purpose, need not have its types.
    if (api.response.status < 400 && !BREAKS_CONTRACT.test(name)) made.push({ scenario: name, method, ...call });
    if (problem !== undefined) problems.push(problem);
  }
  return problems.length === 0 ? result("passed", "") : result("wrong", problems.join("; "));
}

/** Returns the newest version that has the operation. */
function find(services: readonly Service[], { method, uri }: MockApi): (Service & { readonly match: Match }) | undefined {
  const found = services.flatMap((service) => {
    const match = findOperation(service.document, method, uri);
    return match === undefined ? [] : [{ ...service, match }];
  });
  return found.at(-1);
}
