import type { Group } from "../row.ts";
import { call } from "./call.ts";
import { emulator } from "./emulator.ts";
import { memory } from "./memory.ts";
import { requests } from "./requests.ts";
import { start } from "./start.ts";
import { tokens } from "./tokens.ts";
import { types } from "./types.ts";
import { walks } from "./walks.ts";

/** All that is measured, in the order of the table. */
export const groups: readonly Group[] = [call, requests, walks, tokens, start, memory, types, emulator];
