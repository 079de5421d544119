export { createPageScenario } from "./page-scenario.ts";
export { documentPath, readDocument, serviceNames, tables } from "./services.ts";
export type { Document, ServiceName } from "./services.ts";
export { startMock } from "./start-mock.ts";
export type { Mock } from "./start-mock.ts";
