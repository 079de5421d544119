import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** A body as the suite describes it: its content, or a function that returns it for the server's address. */
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

/** One request of a scenario, and the response of the suite's server. */
export interface MockApi {
  readonly uri: string;
  readonly method: string;
  readonly request?: {
    readonly body?: MockBody | MockMultipart;
    readonly query?: { readonly [name: string]: unknown };
    readonly headers?: { readonly [name: string]: unknown };
    /** The expected status if it is an error. */
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
  const png = await readFile(join(root, "../../assets/image.png"));
  return modules.flat().map((scenario) => describeFiles(scenario, png));
}

/** Scenarios whose request is only in the code that checks it: the field of their files, and the number of files. */
const FILES: { readonly [scenario: string]: readonly [field: string, count: number] } = {
  Payload_MultiPart_FormData_File_uploadFileSpecificContentType: ["file", 1],
  Payload_MultiPart_FormData_File_uploadFileRequiredFilename: ["file", 1],
  Payload_MultiPart_FormData_File_uploadFileArray: ["files", 2],
};

function describeFiles(scenario: Scenario, buffer: Buffer): Scenario {
  const [fieldname, count] = FILES[scenario.name] ?? ["", 0];
  if (count === 0) return scenario;
  const files = Array.from({ length: count }, () => ({ fieldname, originalname: "image.png", buffer, mimetype: "image/png" }));
  const body: MockMultipart = { kind: "multipart", contentType: "multipart/form-data", files };
  return { ...scenario, apis: scenario.apis.map((api) => ({ ...api, request: { ...api.request, body } })) };
}
