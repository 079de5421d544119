export { createPageScenario } from "./page-scenario.ts";
export { documentPath, readDocument, serviceNames, tables } from "./services.ts";
export type { Document, MockedContract, ServiceName } from "./services.ts";
export { startMock, startMockOf, startPrismOf, startProxy } from "./start-mock.ts";
export type { Mock, RunningMock } from "./start-mock.ts";
