export { startPrism } from "./prism.ts";
export type { RunningMock } from "./prism.ts";
export { startMock } from "./start-mock.ts";
export type { MockedService, MockOptions } from "./start-mock.ts";
