import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import type {} from "vitest";
import { sendsJson, type FaultServer, type ReceivedRequest, startFaultServer } from "@keywright/tool-torture";
import type { TestProject } from "vitest/node";
import type { SentRequest } from "./bench.ts";
import { CORS, preflight, type ScenarioName, SCENARIOS } from "./scenarios.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of the fault server. The base URL of a test is `/<scenario>/<test>` below it. */
    faultUrl: string;
    /** The names of all scenarios. */
    scenarios: readonly ScenarioName[];
    /** Where the fault server has the public conformance vectors; `undefined` if `CONFORMANCE_VECTORS` is not set. */
    vectorsUrl: string | undefined;
    /** The worker that calls an emulator, bundled as users do. */
    emulatorWorker: string;
  }
}

const VECTORS = process.env["CONFORMANCE_VECTORS"];

/** Starts the fault server of the browser's tests, on another origin. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server: FaultServer = await startFaultServer({ script: (request) => pick(server, request) });
  project.provide("faultUrl", server.url);
  project.provide("scenarios", Object.keys(SCENARIOS) as ScenarioName[]);
  project.provide("vectorsUrl", VECTORS ? `${server.url}/vectors` : undefined);
  project.provide("emulatorWorker", await bundleWorker());
  return () => server.close();
}

/** Bundles the worker of the emulator. Fails if anything in it needs a module of Node. */
async function bundleWorker(): Promise<string> {
  const entryPoints = [join(import.meta.dirname, "emulator-worker.ts")];
  const { outputFiles } = await build({ entryPoints, bundle: true, format: "esm", platform: "browser", target: "es2022", write: false, logLevel: "silent" });
  return outputFiles[0]?.text ?? "";
}

/** Returns the behavior for a request by the beginning of its path. Below `/vectors` are the conformance vectors; below `/sent`, a test reads the requests that it has sent. */
function pick(server: FaultServer, request: ReceivedRequest): ReturnType<typeof sendsJson> {
  if (request.method === "OPTIONS") return preflight;
  const vectors = /^\/vectors\/(.+)/.exec(request.target)?.[1];
  if (VECTORS && vectors !== undefined) return sendVectors(join(VECTORS, vectors));
  const sent = /^\/sent(\/[^/]+\/[^/]+)/.exec(request.target)?.[1];
  if (sent !== undefined) return sendsJson(requestsBelow(server, sent), 200, CORS);
  const [, scenario = "", test = ""] = request.target.split("/");
  const behaviours = SCENARIOS[decodeURIComponent(scenario) as ScenarioName];
  const number = requestsBelow(server, `/${scenario}/${test}`).length;
  return behaviours[Math.min(number, behaviours.length) - 1] ?? preflight;
}

function sendVectors(file: string): ReturnType<typeof sendsJson> {
  return existsSync(file) ? sendsJson(JSON.parse(readFileSync(file, "utf8")), 200, CORS) : sendsJson({}, 404, CORS);
}

function requestsBelow(server: FaultServer, path: string): SentRequest[] {
  return server.requests
    .filter(({ method, target }) => method !== "OPTIONS" && target.startsWith(`${path}/`))
    .map(({ method, target, headers, body }) => ({
      method,
      target: target.slice(path.length),
      authorization: headers["authorization"],
      cookie: headers["cookie"],
      body,
    }));
}
