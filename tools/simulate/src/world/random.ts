// The emulator's, whose sources are independent if their seeds differ.
export { createRandom, type Random } from "../../../../packages/emulator/src/lib/core/random.ts";
