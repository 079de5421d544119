export { createPageScenario } from "./page-scenario.ts";
export type { MockedContract } from "./mocked-contract.ts";
export { startMock, startMockOf, startPrismOf, startProxy } from "./start-mock.ts";
export type { Mock, RunningMock } from "./start-mock.ts";
