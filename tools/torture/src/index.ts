export { cuts } from "./server/cut.ts";
export type { Behaviour, Exchange } from "./server/exchange.ts";
export { startFaultServer } from "./server/fault-server.ts";
export type { FaultServer, FaultServerOptions, Script } from "./server/fault-server.ts";
export { floods } from "./server/flood.ts";
export type { Message } from "./server/message.ts";
export type { ReceivedRequest } from "./server/received-request.ts";
export { stalls } from "./server/slow.ts";
export { answers, answersJson, hangsUp } from "./server/whole.ts";
