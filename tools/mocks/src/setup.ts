import type {} from "vitest";
import type { TestProject } from "vitest/node";
import { serviceNames } from "./services.ts";
import { type Mock, startMock } from "./start-mock.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of the mock of each service, for the tests of one run. */
    mockUrls: { readonly management: string; readonly vault: string; readonly events: string };
  }
}

/** Starts a mock of each service for a vitest project, on free ports, and ends them with it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const mocks: Mock[] = [];
  for (const service of serviceNames) mocks.push(await startMock(service));
  project.provide("mockUrls", Object.fromEntries(mocks.map(({ service, url }) => [service, url])) as { management: string; vault: string; events: string });
  return async () => {
    for (const mock of mocks) await mock.close();
  };
}
