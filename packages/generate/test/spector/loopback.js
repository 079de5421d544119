// The suite's server listens on all addresses of the machine, but tests must only listen on the loopback address.
import { Server } from "node:net";

const listen = Server.prototype.listen;
Server.prototype.listen = function listenOnLoopback(port, ...rest) {
  return listen.call(this, { port, host: "127.0.0.1" }, ...rest);
};
