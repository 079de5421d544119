import type {} from "vitest";
import type { TestProject } from "vitest/node";
import { services } from "./clients.ts";
import { startMock } from "./start-mock.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of each service's mock, for the tests of one run. */
    mockUrls: { readonly [service: string]: string };
  }
}

/** Starts a mock of each service for a vitest project, on free ports, and ends them with it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const mocks = await Promise.all(services.map(({ name }) => startMock(name)));
  project.provide("mockUrls", Object.fromEntries(mocks.map(({ service, url }) => [service, url])));
  return async () => void (await Promise.all(mocks.map((mock) => mock.close())));
}
