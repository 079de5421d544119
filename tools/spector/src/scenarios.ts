import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** A body as the suite describes it: its content as it is, or a function of the server's address. */
export interface MockBody {
  readonly contentType: string;
  readonly rawContent: string | Buffer | { serialize(config: { readonly baseUrl: string }): string } | undefined;
}

/** A multipart body as the suite describes it. */
export interface MockMultipart {
  readonly kind: "multipart";
  readonly contentType: string;
  readonly parts?: { readonly [name: string]: unknown };
  readonly files?: readonly { readonly fieldname: string; readonly originalname: string; readonly buffer: Buffer; readonly mimetype: string }[];
}

/** One request of a scenario, and the response of the suite's server to it. */
export interface MockApi {
  readonly uri: string;
  readonly method: string;
  readonly request?: {
    readonly body?: MockBody | MockMultipart;
    readonly query?: { readonly [name: string]: unknown };
    readonly headers?: { readonly [name: string]: unknown };
    /** The status that the request is to lead to, if it is a failure. */
    readonly status?: number;
  };
  readonly response: { readonly status: number };
}

/** One scenario of the suite. */
export interface Scenario {
  readonly name: string;
  /** The folder of its spec. */
  readonly spec: string;
  readonly apis: readonly MockApi[];
}

/** Reads all scenarios of the suite, in the order of their specs. */
export async function readScenarios(suite: string): Promise<Scenario[]> {
  const root = join(suite, "node_modules/@typespec/http-specs/dist/specs");
  const files = (await readdir(root, { recursive: true })).filter((path) => path.endsWith("mockapi.js")).sort();
  const modules = await Promise.all(
    files.map(async (file) => {
      const { Scenarios } = (await import(pathToFileURL(join(root, file)).href)) as { readonly Scenarios: { readonly [name: string]: Omit<Scenario, "name"> } };
      return Object.entries(Scenarios).map(([name, { apis }]) => ({ name, spec: dirname(file), apis }));
    }),
  );
  return modules.flat();
}
