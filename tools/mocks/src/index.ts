export { type Mock, startMock, startMockOf, startPrismOf } from "./start-mock.ts";
