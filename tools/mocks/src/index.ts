export { type RunningMock, startPrismOf, startProxy } from "./prism.ts";
export { type Mock, startMock } from "./start-mock.ts";
