import type { GeneratedFiles } from "../../src/lib/generator/generate.ts";
import { type Client, make } from "../made.ts";

/** The service's name is `probe`. */
export interface LenientClient {
  readonly files: GeneratedFiles;
  readonly client: Client;
  /** The requests so far, with their bodies. */
  readonly requests: readonly Request[];
  /** What the compiler says of the generated files and of statements that use `client`, and the types of `api`. */
  check(statements: string): string[];
}

/** An OpenAPI document with these paths and schemas, on one line. */
export function contractOf(paths: object, schemas: object = {}): string {
  return JSON.stringify({ openapi: "3.1.0", info: { title: "Probe", version: "1.0.0" }, paths, components: { schemas } });
}

/** Generates a client from a contract's text, without the rules of the repository's own contracts, and binds it to a fetch that keeps the requests. */
export async function clientOf(contract: string, answer?: () => Response): Promise<LenientClient> {
  const { files, sending, typeErrors } = await make(contract, { service: "probe", rules: "none" });
  const head = 'import type { ProbeClient } from "./client.ts";\nimport type * as api from "./client.ts";\ndeclare const client: ProbeClient;\n';
  return { files, ...sending(answer), check: (statements) => typeErrors(`${head}${statements}\nexport type { api };\n`) };
}
