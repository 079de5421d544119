import { badInput } from "./bad-input.ts";
import { beyondTheSource } from "./beyond-the-source.ts";
import { events } from "./events.ts";
import { management } from "./management.ts";
import type { RuleDocument } from "./rule.ts";
import { vault } from "./vault.ts";

/** Every document whose rules the emulator keeps. */
export const documents: readonly RuleDocument[] = [management, vault, events, beyondTheSource, badInput];
