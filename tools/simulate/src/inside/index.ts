export { crowd } from "./crowd.ts";
export { fleet, operate } from "./fleet.ts";
export { follow } from "./follow.ts";
export { tail } from "./tail.ts";
export { write } from "./write.ts";
