// The suite's server listens on all addresses of the machine; tests of this repository listen on the loopback alone.
import { Server } from "node:net";

const listen = Server.prototype.listen;
Server.prototype.listen = function listenOnLoopback(port, ...rest) {
  return listen.call(this, { port, host: "127.0.0.1" }, ...rest);
};
