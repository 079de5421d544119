export { collectEvents as run } from "../uses/collect-events.ts";
