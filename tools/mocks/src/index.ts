export { startMock, startMockOf, startPrismOf } from "./start-mock.ts";
export type { Mock } from "./start-mock.ts";
export type { Prism } from "./prism.ts";
